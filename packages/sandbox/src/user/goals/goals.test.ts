import { CreateGoalResponse, DeleteGoalResponse, UpdateGoalResponse } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { sandboxOfDays } from '../activity-days/on-days.test-support.ts'
import { amina, course, make, ofTime, path, planOf, query } from './on-goals.test-support.ts'

describe('making a goal', () => {
  it.each([
    [ofTime],
    [{ type: 'QURAN_PAGES', amount: 5, category: 'QURAN', duration: 30 }],
    [{ type: 'QURAN_RANGE', amount: '1:1-114:6', category: 'QURAN', duration: 30 }],
    [course],
    [{ type: 'QURAN_READING_PROGRAM', amount: '1:1-2:5', category: 'QURAN_READING_PROGRAM' }],
    [{ type: 'RAMADAN_CHALLENGE', amount: 1, category: 'RAMADAN_CHALLENGE', duration: 30 }],
  ])('%j', async (body) => {
    const answer = CreateGoalResponse.parse(await (await amina()).post(path, body, query))
    expect(answer).toEqual({ success: true, data: { id: expect.any(String) as string } })
  })

  it.each([
    [{ ...ofTime, category: 'COURSE' }],
    [{ ...course, category: 'QURAN' }],
    [{ ...course, type: 'RAMADAN_CHALLENGE' }],
    [{ ...ofTime, amount: '1:1-1:7' }],
    [{ ...ofTime, type: 'QURAN_PAGES', amount: '1:1-1:7' }],
    [{ ...ofTime, type: 'QURAN_RANGE' }],
    [{ ...ofTime, amount: 0 }],
    [{ ...ofTime, amount: 1.5 }],
    [{ ...ofTime, amount: '600' }],
    [{ ...ofTime, duration: 0 }],
    [{ ...ofTime, type: 'TIME' }],
    [{ type: 'QURAN_TIME', amount: 600 }],
  ])('refuses %j', async (body) => {
    expect(await (await amina()).refused('POST', path, { body, query })).toBe('400 invalid_request')
  })

  it.each([['1:1-1:8'], ['2:5-1:1'], ['115:1-115:2']])('knows no verses %s', async (amount) => {
    const body = { type: 'QURAN_RANGE', amount, category: 'QURAN' }
    expect(await (await amina()).refused('POST', path, { body, query })).toBe('422 unprocessable_entity')
  })

  it.each([[{}], [{ mushafId: 8 }]])('needs a mushaf: %j', async (wrong) => {
    const refusal = await (await amina()).refused('POST', path, { body: ofTime, query: wrong })
    expect(refusal).toBe('422 unprocessable_entity')
  })

  it('replaces the one of that category, and no other', async () => {
    const user = await amina()
    const first = await make(user, ofTime)
    const other = await make(user, course)
    const second = await make(user, { ...ofTime, amount: 60 })
    expect(await planOf(user)).toMatchObject({ goalId: second, dailyTargetSeconds: 60 })
    const remove = (id: string, category: string) =>
      user.refused('DELETE', `${path}/${id}`, { query: { category } })
    expect(await remove(first, 'QURAN')).toBe('404 not_found')
    await user.delete(`${path}/${other}`, undefined, { category: 'COURSE' })
  })
})

describe('changing a goal', () => {
  it('keeps what is not sent', async () => {
    const user = await amina()
    const id = await make(user, { ...ofTime, duration: 10 })
    const answer = await user.put(`${path}/${id}`, { amount: 1200 }, query)
    expect(UpdateGoalResponse.parse(answer)).toEqual({ success: true, data: {} })
    expect(await planOf(user)).toMatchObject({ goalId: id, dailyTargetSeconds: 120 })
    await user.put(`${path}/${id}`, { duration: 20 }, query)
    expect(await planOf(user)).toMatchObject({ dailyTargetSeconds: 60 })
    await user.put(`${path}/${id}`, { type: 'QURAN_PAGES' }, query)
    expect(await planOf(user, 'QURAN_PAGES')).toMatchObject({ goalId: id, dailyTargetPages: 60 })
  })

  it('begins again where it asks for something else, and only there', async () => {
    const { on } = sandboxOfDays()
    const body = { type: 'QURAN_RANGE', amount: '1:1-1:6', category: 'QURAN', duration: 3 }
    const id = await make(await on('2026-01-01'), body)
    const user = await on('2026-01-02')
    await user.put(`${path}/${id}`, {}, query)
    await user.put(`${path}/${id}`, body, query)
    expect(await planOf(user, 'QURAN_RANGE')).toMatchObject({ dailyTargetRanges: ['1:3-1:4'] })
    await user.put(`${path}/${id}`, { duration: 2 }, query)
    expect(await planOf(user, 'QURAN_RANGE')).toMatchObject({ dailyTargetRanges: ['1:1-1:3'] })
  })

  it.each([
    [{ type: 'QURAN_RANGE' }],
    [{ amount: '1:1-1:7' }],
    [{ category: 'COURSE' }],
    [{ type: 'COURSE' }],
    [{ amount: -1 }],
    [{ duration: 1.5 }],
  ])('refuses what would not go together: %j', async (body) => {
    const user = await amina()
    const id = await make(user, ofTime)
    expect(await user.refused('PUT', `${path}/${id}`, { body, query })).toBe('400 invalid_request')
    expect(await planOf(user)).toMatchObject({ dailyTargetSeconds: 600 })
  })

  it('knows no verses that do not exist', async () => {
    const user = await amina()
    const id = await make(user, { type: 'QURAN_RANGE', amount: '1:1-1:7', category: 'QURAN' })
    const body = { amount: '1:1-1:8' }
    expect(await user.refused('PUT', `${path}/${id}`, { body, query })).toBe('422 unprocessable_entity')
  })

  it('moves it to another category, where it is the one', async () => {
    const user = await amina()
    const reading = await make(user, ofTime)
    const moved = await make(user, course)
    await user.put(`${path}/${moved}`, { type: 'QURAN_TIME', category: 'QURAN' }, query)
    expect(await planOf(user)).toMatchObject({ goalId: moved, dailyTargetSeconds: 3 })
    const refusal = (id: string, category: string) =>
      user.refused('DELETE', `${path}/${id}`, { query: { category } })
    expect(await refusal(reading, 'QURAN')).toBe('404 not_found')
    expect(await refusal(moved, 'COURSE')).toBe('404 not_found')
    await user.delete(`${path}/${moved}`, undefined, { category: 'QURAN' })
    expect(await refusal(moved, 'COURSE')).toBe('404 not_found')
  })

  it('knows no goal of another user', async () => {
    const { on } = sandboxOfDays()
    const id = await make(await on('2026-01-01'), ofTime)
    const other = await on('2026-01-01', 'idris')
    const body = { amount: 1 }
    expect(await other.refused('PUT', `${path}/${id}`, { body, query })).toBe('404 not_found')
    expect(await other.refused('PUT', `${path}/goal-99`, { body, query })).toBe('404 not_found')
    expect(await planOf(await on('2026-01-01'))).toMatchObject({ dailyTargetSeconds: 600 })
  })
})

describe('deleting a goal', () => {
  it('takes it away, once', async () => {
    const user = await amina()
    const id = await make(user, ofTime)
    const answer = await user.delete(`${path}/${id}`, undefined, { category: 'QURAN' })
    expect(DeleteGoalResponse.parse(answer).data).toEqual({ message: 'goal deleted' })
    expect(await planOf(user)).toEqual({ hasGoal: false })
    const again = await user.refused('DELETE', `${path}/${id}`, { query: { category: 'QURAN' } })
    expect(again).toBe('404 not_found')
  })

  it.each([
    [{ category: 'COURSE' }, '404 not_found'],
    [{ category: 'READING' }, '422 unprocessable_entity'],
    [{}, '422 unprocessable_entity'],
  ])('needs its category: %j', async (wrong, refusal) => {
    const user = await amina()
    const id = await make(user, ofTime)
    expect(await user.refused('DELETE', `${path}/${id}`, { query: wrong })).toBe(refusal)
    expect(await planOf(user)).toMatchObject({ hasGoal: true })
  })

  it('knows no goal of another user', async () => {
    const { on } = sandboxOfDays()
    const id = await make(await on('2026-01-01'), ofTime)
    const other = await on('2026-01-01', 'idris')
    const refusal = await other.refused('DELETE', `${path}/${id}`, { query: { category: 'QURAN' } })
    expect(refusal).toBe('404 not_found')
  })
})
