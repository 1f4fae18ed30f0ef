import { UserProfileOfAnyone, UserProfileResponseDto } from '@waraq/protocol/user'
import { describe, expect, test } from 'vitest'
import { makeGroup, type User, writeIn } from '../rooms/rooms.test-support.ts'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

const own = async (user: User, query = {}) =>
  UserProfileResponseDto.parse(await user.get('/v1/users/profile', query))

describe('own profile', () => {
  test('tells who one is', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    expect(await own(amina)).toEqual({
      id: amina.id,
      username: 'amina',
      firstName: 'Amina',
      lastName: 'Rahman',
      country: 'MY',
      createdAt: '2026-01-01T00:00:00.000Z',
      joiningYear: 2026,
      verified: false,
      isAdmin: false,
      postAs: false,
      postsCount: 0,
      likesCount: 0,
      followersCount: 0,
      languageId: 38,
      languageIsoCode: 'en',
      avatarUrls: {},
      settings: {
        ayahLanguages: [38],
        reflectionLanguages: [38],
        customized: false,
        hideFollowSuggestion: false,
        showFollowFeaturedSuggestion: false,
      },
    })
  })

  test('has the three fields of the account only where they are asked for and there is one', async () => {
    const sandbox = userSandbox()
    const amina = await signedIn(sandbox, 'amina')
    const tariq = await signedIn(sandbox, 'tariq')
    const account = { email: 'amina@example.invalid', isPasswordSet: true, photoUrl: expect.any(String) }
    expect(await own(amina, { qdc: true })).toMatchObject(account)
    for (const profile of [
      await own(amina),
      await own(amina, { qdc: false }),
      await own(tariq, { qdc: true }),
    ]) {
      for (const field of Object.keys(account)) expect(profile).not.toHaveProperty(field)
    }
  })

  test('is what one gets for oneself by id and by name, too', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    const profile = await own(amina, { qdc: true })
    expect(profile.email).toBe('amina@example.invalid')
    expect(await amina.get(`/v1/users/${amina.id}`, { qdc: true })).toEqual(profile)
    expect(await amina.get('/v1/users/amina/profile', { qdc: true })).toEqual(profile)
  })

  test('counts posts', async () => {
    const sandbox = userSandbox()
    const amina = await signedIn(sandbox, 'amina')
    const idris = await signedIn(sandbox, 'idris')
    const room = await makeGroup(amina)
    const post = await writeIn(amina, room)
    await writeIn(amina, room)
    await idris.post(`/v1/posts/${post.id}/toggle-like`)
    expect(await own(amina)).toMatchObject({ postsCount: 2, likesCount: 1 })
    expect(await own(idris)).toMatchObject({ postsCount: 0, likesCount: 0 })
  })

  test('is refused without the scope', async () => {
    const amina = await signedIn(userSandbox(), 'amina', 'user.profile.update')
    expect(await amina.refused('GET', '/v1/users/profile')).toBe('403 insufficient_scope')
    expect(await amina.refused('POST', '/v1/users/user-2/remove-follower')).toBe('403 insufficient_scope')
  })
})

describe("another user's profile", () => {
  test('tells mutual followers and whether one follows, and nothing of the account', async () => {
    const sandbox = userSandbox()
    const [amina, idris, leyla, tariq] = await Promise.all(
      ['amina', 'idris', 'leyla', 'tariq'].map((name) => signedIn(sandbox, name)),
    )
    for (const follower of [amina!, idris!, tariq!]) {
      await follower.post(`/v1/users/${leyla!.id}/toggle-follow`, { action: 'follow' })
    }
    await amina!.post(`/v1/users/${idris!.id}/toggle-follow`, { action: 'follow' })
    const profile = UserProfileOfAnyone.parse(await amina!.get(`/v1/users/${leyla!.id}`, { qdc: true }))
    expect(profile).toMatchObject({
      username: 'leyla',
      verified: true,
      followed: true,
      followersCount: 3,
      mutualFollowersCount: 1,
    })
    expect(profile.mutualFollowers?.map(({ username, followed }) => [username, followed])).toEqual([
      ['idris', true],
    ])
    expect(profile).not.toHaveProperty('email')
    expect(await amina!.get('/v1/users/leyla/profile')).toEqual(profile)
    expect(await tariq!.get('/v1/users/leyla/profile')).toMatchObject({ mutualFollowers: [], followed: true })
    expect(await tariq!.get('/v1/users/idris/profile')).toMatchObject({ followed: false })
  })

  test('is not there for an unknown id or name', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    expect(await amina.refused('GET', '/v1/users/user-99')).toBe('404 not_found')
    expect(await amina.refused('GET', '/v1/users/amina')).toBe('404 not_found')
    expect(await amina.refused('GET', '/v1/users/nobody/profile')).toBe('404 not_found')
    expect(await amina.refused('GET', `/v1/users/${amina.id}`, { query: { qdc: 'maybe' } })).toBe(
      '422 unprocessable_entity',
    )
  })
})
