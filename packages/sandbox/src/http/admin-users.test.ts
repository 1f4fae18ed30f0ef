import { describe, expect, it } from 'vitest'
import { failure } from '../service-client.test-support.ts'
import { signedIn, userSandbox } from '../user/user-data.test-support.ts'

function connection() {
  const sandbox = userSandbox()
  const post = (path: string, body: unknown) =>
    sandbox.fetch(
      new Request(`http://localhost/admin/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  return { sandbox, post }
}

describe('users by the admin endpoint', () => {
  it('come and can sign in', async () => {
    const { sandbox, post } = connection()
    const added = (await (await post('users/add', { username: 'zahra', firstName: 'Zahra' })).json()) as {
      id: string
    }
    expect((await signedIn(sandbox, 'zahra')).id).toBe(added.id)
    const listed = (await (await sandbox.fetch(new Request('http://localhost/admin/users'))).json()) as {
      users: { username: string }[]
    }
    expect(listed.users.map(({ username }) => username)).toContain('zahra')
  })

  it.each([
    [{ username: 'amina' }],
    [{ username: 'a b' }],
    [{}],
    [{ username: 'zahra', verified: 'yes' }],
    [{ username: 'zahra', colour: 'red' }],
  ])('do not come as %j', async (body) => {
    expect(await failure(await connection().post('users/add', body))).toBe('422 unprocessable_entity')
  })

  it('are signed out', async () => {
    const { sandbox, post } = connection()
    const amina = await signedIn(sandbox, 'amina')
    expect((await post('users/end-sessions', { username: 'amina' })).status).toBe(200)
    expect(await amina.refused('GET', '/v1/notes')).toBe('401 unauthorized')
    expect(await failure(await post('users/end-sessions', { username: 'nobody' }))).toBe(
      '422 unprocessable_entity',
    )
  })

  it('have their posts moderated', async () => {
    const { sandbox, post } = connection()
    const amina = await signedIn(sandbox, 'amina')
    const idris = await signedIn(sandbox, 'idris')
    const note = { body: 'Read slowly.', saveToQR: false }
    const { data: made } = (await amina.post('/v1/notes', note)) as { data: { id: string } }
    const { data } = (await amina.post(`/v1/notes/${made.id}/publish`, { body: note.body })) as {
      data: { postId: number }
    }
    await idris.get(`/v1/posts/${data.postId}`)
    expect((await post('moderate', { postId: data.postId, status: 4 })).status).toBe(200)
    expect(await idris.refused('GET', `/v1/posts/${data.postId}`)).toBe('404 not_found')
    expect(await failure(await post('moderate', { postId: data.postId, status: 7 }))).toBe(
      '422 unprocessable_entity',
    )
    expect(await failure(await post('moderate', { postId: 99, status: 4 }))).toBe('422 unprocessable_entity')
  })
})
