import { PostSerialized } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { groupOf, idsOf, page, postSandbox, read, statusFor, type User, write } from './posts.test-support.ts'

/** A public group of amina's that idris is in, with a post for all users and one for members by each of them. */
async function group() {
  const areas = await postSandbox()
  const { amina, idris } = areas
  const roomId = await groupOf(amina)
  await idris.post(`/v1/rooms/${roomId}/join`)
  const open = await write(idris, { roomId, roomPostStatus: 1 })
  const inside = await write(amina, { roomId, roomPostStatus: 2 })
  await write(amina)
  await write(amina, { roomId: await groupOf(amina, { url: 'elsewhere' }) })
  return { ...areas, roomId, open, inside, list: `/v1/rooms/${roomId}/posts` }
}

describe('the posts of a room', () => {
  it('are what the user sees of it', async () => {
    const { idris, leyla, list, open, inside } = await group()
    expect(await idsOf(idris, list)).toEqual([inside.id, open.id])
    expect(await idsOf(leyla, list)).toEqual([open.id])
    expect(await page(idris, list, { limit: 1 })).toMatchObject({
      total: 2,
      pages: 2,
      data: [{ id: inside.id }],
    })
    expect(await idris.refused('GET', list, { query: { limit: 21 } })).toBe('422 unprocessable_entity')
  })

  it('have tabs and sortings', async () => {
    const { sandbox, idris, list, open, inside } = await group()
    await idris.post(`/v1/posts/${open.id}/toggle-save`)
    await idris.post(`/v1/posts/${open.id}/toggle-like`)
    expect(await idsOf(idris, list, { tab: 'reflections' })).toEqual([inside.id, open.id])
    expect(await idsOf(idris, list, { tab: 'saved' })).toEqual([open.id])
    expect(await idsOf(idris, list, { tab: 'public' })).toEqual([open.id])
    expect(await idsOf(idris, list, { tab: 'members_only' })).toEqual([inside.id])
    expect(await idsOf(idris, list, { sortBy: 'popular' })).toEqual([open.id, inside.id])
    sandbox.moderate(inside.id, 1)
    expect(await idsOf(idris, list, { sortBy: 'popular' })).toEqual([inside.id, open.id])
  })

  it('are seen by members only in a private room, and none are in no room', async () => {
    const { amina, idris } = await postSandbox()
    const roomId = await groupOf(amina, { public: false })
    expect(await idris.refused('GET', `/v1/rooms/${roomId}/posts`)).toBe('404 not_found')
    expect(await idris.refused('GET', '/v1/rooms/999/posts')).toBe('404 not_found')
    expect(await idsOf(amina, `/v1/rooms/${roomId}/posts`)).toEqual([])
  })
})

describe('the privacy of a post in a room', () => {
  const setPublic = async (user: User, roomId: number, id: number, isPublic: boolean) =>
    PostSerialized.parse(await user.patch(`/v1/rooms/${roomId}/posts/${id}/privacy`, { isPublic }))

  it('is set by its author and by admins', async () => {
    const { amina, idris, leyla, roomId, open, pass } = await group()
    pass(1_000)
    const closed = await setPublic(amina, roomId, open.id, false)
    expect(closed).toMatchObject({ id: open.id, roomPostStatus: 0, updatedAt: '2026-01-05T10:00:01.000Z' })
    expect(await statusFor(leyla, open.id)).toBe(404)
    expect((await setPublic(idris, roomId, open.id, true)).roomPostStatus).toBe(1)
    expect(await statusFor(leyla, open.id)).toBe(200)
  })

  it('leaves what speaks for the room as it is', async () => {
    const { amina, roomId } = await group()
    const post = await write(amina, { roomId, roomPostStatus: 0 })
    expect((await setPublic(amina, roomId, post.id, true)).roomPostStatus).toBe(2)
    expect((await setPublic(amina, roomId, post.id, false)).roomPostStatus).toBe(0)
  })

  it('is no affair of others', async () => {
    const { amina, idris, leyla, roomId, open, inside } = await group()
    const otherRoom = await groupOf(amina, { url: 'other' })
    const refusal = (user: User, room: number, id: number) =>
      user.refused('PATCH', `/v1/rooms/${room}/posts/${id}/privacy`, { body: { isPublic: false } })
    expect(await refusal(leyla, roomId, open.id)).toBe('403 forbidden')
    expect(await refusal(idris, roomId, inside.id)).toBe('403 forbidden')
    expect(await refusal(leyla, roomId, inside.id)).toBe('404 not_found')
    expect(await refusal(amina, otherRoom, open.id)).toBe('404 not_found')
    expect(await refusal(amina, 999, open.id)).toBe('404 not_found')
    const path = `/v1/rooms/${roomId}/posts/${open.id}/privacy`
    expect(await idris.refused('PATCH', path, { body: {} })).toBe('400 invalid_request')
    expect((await read(leyla, open.id)).roomPostStatus).toBe(1)
  })
})
