import { UsersProfileListResponse } from '@waraq/protocol/user'
import { describe, expect, test } from 'vitest'
import { allUsers, type User } from '../rooms/rooms.test-support.ts'

const toggle = (user: User, followee: User, action: string) =>
  user.post(`/v1/users/${followee.id}/toggle-follow`, { action })

async function list(user: User, of: User, which: 'followers' | 'following', query = {}) {
  const page = UsersProfileListResponse.parse(await user.get(`/v1/users/${of.id}/${which}`, query))
  return { ...page, names: page.data.map(({ username }) => username) }
}

describe('following', () => {
  test('is what the action says, however often it is said', async () => {
    const { amina, leyla } = await allUsers()
    for (const _ of [1, 2]) expect(await toggle(amina, leyla, 'follow')).toEqual({ followed: true })
    expect(await list(amina, leyla, 'followers')).toMatchObject({ total: 1, names: ['amina'] })
    for (const _ of [1, 2]) expect(await toggle(amina, leyla, 'unfollow')).toEqual({ followed: false })
    expect(await list(amina, leyla, 'followers')).toMatchObject({ total: 0, names: [] })
    expect(await list(amina, amina, 'following')).toMatchObject({ total: 0, names: [] })
  })

  test('goes one way', async () => {
    const { amina, leyla } = await allUsers()
    await toggle(amina, leyla, 'follow')
    expect((await list(amina, amina, 'followers')).names).toEqual([])
    expect((await list(leyla, leyla, 'following')).names).toEqual([])
    expect((await list(leyla, amina, 'following')).names).toEqual(['leyla'])
  })

  test('is refused for oneself, for an unknown user, and by another word', async () => {
    const { amina, leyla } = await allUsers()
    const path = (id: string) => `/v1/users/${id}/toggle-follow`
    const body = { action: 'follow' }
    expect(await amina.refused('POST', path(amina.id), { body })).toBe('422 unprocessable_entity')
    expect(await amina.refused('POST', path('user-99'), { body })).toBe('404 not_found')
    expect(await amina.refused('POST', path('user-99'), { body: { action: 'unfollow' } })).toBe(
      '404 not_found',
    )
    expect(await amina.refused('POST', path(leyla.id), { body: { action: 'block' } })).toBe(
      '400 invalid_request',
    )
    expect((await list(amina, leyla, 'followers')).total).toBe(0)
  })
})

describe('removing a follower', () => {
  test('ends that they follow, and only that', async () => {
    const { amina, idris, leyla } = await allUsers()
    await toggle(amina, leyla, 'follow')
    await toggle(idris, leyla, 'follow')
    await toggle(leyla, amina, 'follow')
    expect(await leyla.post(`/v1/users/${amina.id}/remove-follower`)).toEqual({ removed: true })
    expect((await list(leyla, leyla, 'followers')).names).toEqual(['idris'])
    expect((await list(leyla, leyla, 'following')).names).toEqual(['amina'])
  })

  test('is refused for a user who does not follow', async () => {
    const { amina, leyla } = await allUsers()
    await toggle(leyla, amina, 'follow')
    const remove = (id: string) => leyla.refused('POST', `/v1/users/${id}/remove-follower`)
    expect(await remove(amina.id)).toBe('404 not_found')
    expect(await remove('user-99')).toBe('404 not_found')
    expect((await list(leyla, leyla, 'following')).names).toEqual(['amina'])
  })
})

describe('lists of followers', () => {
  test('have the newest first, by number, with whether the asking user follows them', async () => {
    const { amina, idris, leyla, tariq } = await allUsers()
    for (const follower of [amina, idris, tariq]) await toggle(follower, leyla, 'follow')
    await toggle(amina, idris, 'follow')
    const whole = await list(amina, leyla, 'followers')
    expect(whole).toMatchObject({ total: 3, currentPage: 1, limit: 20, pages: 1 })
    expect(whole.data.map(({ username, followed }) => [username, followed])).toEqual([
      ['tariq', false],
      ['idris', true],
      ['amina', false],
    ])
    const second = await list(amina, leyla, 'followers', { page: 2, limit: 2 })
    expect(second).toMatchObject({ total: 3, currentPage: 2, limit: 2, pages: 2, names: ['amina'] })
    expect((await list(tariq, amina, 'following')).names).toEqual(['idris', 'leyla'])
    expect((await list(tariq, amina, 'following', { limit: 1, page: 3 })).names).toEqual([])
  })

  test.each(['followers', 'following'])('%s are at most 20 at a time, of a known user', async (which) => {
    const { amina } = await allUsers()
    const path = `/v1/users/${amina.id}/${which}`
    expect(await amina.get(path, { limit: 20 })).toMatchObject({ limit: 20 })
    const refused = (query: Record<string, string | number>) => amina.refused('GET', path, { query })
    expect(await refused({ limit: 21 })).toBe('422 unprocessable_entity')
    expect(await refused({ limit: 0 })).toBe('422 unprocessable_entity')
    expect(await refused({ page: 0 })).toBe('422 unprocessable_entity')
    expect(await refused({ sort: 'name' })).toBe('422 unprocessable_entity')
    expect(await amina.refused('GET', `/v1/users/user-99/${which}`)).toBe('404 not_found')
  })
})
