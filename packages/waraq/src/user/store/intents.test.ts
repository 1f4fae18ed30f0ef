import { memoryMarks } from '@waraq/test-support/memory-marks'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SiteStorage } from '../../platform/storage/browser-parts.ts'
import { userDatabase } from '../database.test-support.ts'
import { favoritesKey, memberOf } from '../model/entity.ts'
import { Intents, type Intended } from './intents.ts'
import { eraseAll, mutate, shownOf } from './mutate.ts'
import type { UserDatabase } from './database.ts'

const favorite = (verseNumber: number) => memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber })
const added: Intended = { entity: favorite(1), desired: true }
const removed: Intended = { entity: favorite(1), desired: null }
const day = 24 * 3_600_000

let db: UserDatabase
let marks: SiteStorage
let now: number
beforeEach(() => {
  db = userDatabase()
  marks = memoryMarks()
  now = 1_000_000
})
const page = () => new Intents('waraq', marks, { now: () => now })
const isShown = async (verse = 1) => (await shownOf(db, favorite(verse).key)) === true

describe('what a page left when it ended', () => {
  it('is written by the next page, with its own time, and only once', async () => {
    page().note(db.name, added)
    now += 500
    expect(await page().recover(db)).toBe(true)
    expect(await db.pending.toArray()).toMatchObject([{ key: favorite(1).key, desired: true, at: 1_000_000 }])
    expect(await page().recover(db)).toBe(false)
  })

  it('is written in its order', async () => {
    const ended = page()
    ended.note(db.name, added)
    now += 100
    ended.note(db.name, removed)
    await page().recover(db)
    expect(await isShown()).toBe(false)
  })

  it('is not written a second time if its transaction had ended', async () => {
    const { id } = page().note(db.name, added)
    await mutate(db, now, async () => [added], id)
    await mutate(db, now + 1, async () => [removed])
    await page().recover(db)
    expect(await isShown()).toBe(false)
  })

  it('is not written by its own page after another page has written it', async () => {
    const frozen = page()
    const { id, done } = frozen.note(db.name, added)
    await page().recover(db)
    now += 1_000
    await mutate(db, now, async () => [removed])
    await mutate(db, now, async () => [added], id)
    done()
    expect(await isShown()).toBe(false)
  })

  it('does not undo what was changed since', async () => {
    page().note(db.name, added)
    now += 60_000
    await mutate(db, now, async () => [added])
    await db.rows.put({ ...favorite(2), value: null, tick: 1, at: now })
    page().note(db.name, { entity: favorite(3), desired: true })
    await db.rows.put({ ...favorite(3), value: null, tick: 1, at: now + 1 })
    await page().recover(db)
    expect(await isShown(1)).toBe(true)
    expect((await db.pending.get(favorite(1).key))!.at).toBe(now)
    expect(await isShown(3)).toBe(false)
  })

  it('is left to the data that it belongs to', async () => {
    page().note('of another account', added)
    expect(await page().recover(db)).toBe(false)
    expect(await isShown()).toBe(false)
  })

  it('is dropped with the data, after a day, and when there is too much', async () => {
    page().note(db.name, added)
    await eraseAll(db)
    page().forget(db.name)
    expect(await page().recover(db)).toBe(false)
    page().note(db.name, added)
    now += day
    expect(await page().recover(db)).toBe(false)
    for (let verse = 1; verse <= 40; verse++) page().note(db.name, { entity: favorite(verse), desired: true })
    await page().recover(db)
    expect(await db.pending.count()).toBe(16)
  })
})

it('is nothing while the page lives, and once it has written', async () => {
  const alive = page()
  const { done } = alive.note(db.name, added)
  expect(await alive.recover(db)).toBe(false)
  done()
  expect(marks.getItem('waraq:intents')).toBeNull()
})

it('survives storage that is blocked, full, or has something else', async () => {
  const refuse = () => {
    throw new Error('refused')
  }
  marks = { getItem: refuse, setItem: refuse, removeItem: refuse }
  page().note(db.name, added).done()
  expect(await page().recover(db)).toBe(false)
  marks = memoryMarks()
  for (const text of ['{', '{}', '[null,{"id":1}]', '[{"id":"a","db":"user","at":1000000,"desired":true}]']) {
    marks.setItem('waraq:intents', text)
    expect(await page().recover(db)).toBe(false)
  }
})
