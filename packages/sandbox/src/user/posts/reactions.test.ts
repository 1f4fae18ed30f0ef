import { describe, expect, it } from 'vitest'
import { postSandbox, read, type User, write } from './posts.test-support.ts'

/** A post, and a user who reads it. */
async function reading() {
  const areas = await postSandbox()
  const { id } = await write(areas.amina)
  return { ...areas, id }
}

describe('a like', () => {
  it('is set and taken back, and is the user’s own', async () => {
    const { amina, idris, id } = await reading()
    const toggle = (user: User) => user.post(`/v1/posts/${id}/toggle-like`)
    const isLiked = (user: User) => user.get(`/v1/posts/${id}/liked`)
    expect(await isLiked(idris)).toEqual({ liked: false })
    expect(await toggle(idris)).toEqual({ liked: true })
    expect(await toggle(amina)).toEqual({ liked: true })
    expect(await read(idris, id)).toMatchObject({ isLiked: true, likesCount: 2 })
    expect(await toggle(idris)).toEqual({ liked: false })
    expect([await isLiked(idris), await isLiked(amina)]).toEqual([{ liked: false }, { liked: true }])
    expect(await read(idris, id)).toMatchObject({ isLiked: false, likesCount: 1 })
    expect(await read(amina, id)).toMatchObject({ isLiked: true, likesCount: 1 })
  })
})

describe('a post that is saved', () => {
  it('is so for one user until it is toggled again', async () => {
    const { amina, idris, id } = await reading()
    expect(await idris.post(`/v1/posts/${id}/toggle-save`)).toEqual({ saved: true })
    expect([(await read(idris, id)).isSaved, (await read(amina, id)).isSaved]).toEqual([true, false])
    expect(await idris.post(`/v1/posts/${id}/toggle-save`)).toEqual({ saved: false })
    expect((await read(idris, id)).isSaved).toBe(false)
  })
})

describe('a post that is noticed', () => {
  it('counts how often it was viewed, and by how many', async () => {
    const { amina, idris, id } = await reading()
    for (const user of [idris, idris, amina]) {
      expect(await user.post(`/v1/posts/viewed/${id}`)).toEqual({ success: true })
    }
    expect(await read(amina, id)).toMatchObject({ views: 3, viewsCount: 2 })
  })

  it('may be said to be read', async () => {
    const { idris, id } = await reading()
    expect(await idris.post(`/v1/posts/read/${id}`)).toEqual({ success: true })
    expect(await read(idris, id)).toMatchObject({ views: 0, viewsCount: 0 })
  })

  it('is reported for the user who reported it, and there for all', async () => {
    const { amina, idris, leyla, id } = await reading()
    const report = () =>
      idris.post(`/v1/posts/${id}/report`, { report: { abuse: 'spam', comments: 'Again.' } })
    expect(await report()).toEqual({ reported: true })
    expect(await report()).toEqual({ reported: true })
    expect((await read(idris, id)).reported).toBe(true)
    for (const user of [amina, leyla]) expect((await read(user, id)).reported).toBe(false)
    const body = { report: { comments: 'For no reason.' } }
    expect(await idris.refused('POST', `/v1/posts/${id}/report`, { body })).toBe('400 invalid_request')
  })
})

describe('what can be done with a post', () => {
  it.each([
    ['GET', 'ID/liked'],
    ['POST', 'ID/toggle-like'],
    ['POST', 'ID/toggle-save'],
    ['POST', 'viewed/ID'],
    ['POST', 'read/ID'],
    ['POST', 'ID/report'],
  ])('needs one that the user sees: %s %s', async (method, path) => {
    const { amina, idris } = await postSandbox()
    const draft = await write(amina, { draft: true })
    const body = method === 'POST' ? { body: { report: { abuse: 'spam', comments: '' } } } : {}
    const at = (id: number | string) => `/v1/posts/${path.replace('ID', String(id))}`
    expect(await idris.refused(method, at(draft.id), body)).toBe('404 not_found')
    expect(await idris.refused(method, at(999), body)).toBe('404 not_found')
    expect(await idris.refused(method, at('none'), body)).toBe('422 unprocessable_entity')
    expect((await amina.send(method, at(draft.id), body)).status).toBe(200)
  })
})
