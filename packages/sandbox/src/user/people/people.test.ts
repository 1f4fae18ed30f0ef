import { UserProfileOfAnyone, UserProfileResponseDto, UserSerializedDto } from '@waraq/contract/user'
import { describe, expect, test } from 'vitest'
import { makeGroup, type User, writeIn } from '../rooms/rooms.test-support.ts'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='
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
    const amina = await signedIn(userSandbox(), 'amina', 'user.update')
    expect(await amina.refused('GET', '/v1/users/profile')).toBe('403 insufficient_scope')
    expect(await amina.refused('POST', '/v1/users/user-2/remove-follower')).toBe('403 insufficient_scope')
  })
})

describe("somebody else's profile", () => {
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

  test('is not there for an id or a name that nobody has', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    expect(await amina.refused('GET', '/v1/users/user-99')).toBe('404 not_found')
    expect(await amina.refused('GET', '/v1/users/amina')).toBe('404 not_found')
    expect(await amina.refused('GET', '/v1/users/nobody/profile')).toBe('404 not_found')
    expect(await amina.refused('GET', `/v1/users/${amina.id}`, { query: { qdc: 'maybe' } })).toBe(
      '422 unprocessable_entity',
    )
  })
})

describe('editing languages and settings', () => {
  test('takes languages as texts and keeps them as numbers; what is not sent stays', async () => {
    const sandbox = userSandbox()
    const amina = await signedIn(sandbox, 'amina')
    const languages = { reflectionLanguages: ['38', '174'], languageId: 167 }
    expect(await amina.patch('/v1/users/profile', languages)).toEqual({ success: true })
    expect(await own(amina)).toMatchObject({
      languageId: 167,
      languageIsoCode: 'tr',
      settings: { reflectionLanguages: [38, 174], ayahLanguages: [38], customized: false },
    })
    await amina.patch('/v1/users/profile', {
      customized: true,
      hideFollowSuggestion: true,
      ayahLanguages: [],
    })
    await amina.patch('/v1/users/profile', { showFollowFeaturedSuggestion: true })
    expect((await own(amina)).settings).toEqual({
      ayahLanguages: [],
      reflectionLanguages: [38, 174],
      customized: true,
      hideFollowSuggestion: true,
      showFollowFeaturedSuggestion: true,
    })
    expect((await own(await signedIn(sandbox, 'idris'))).settings).toMatchObject({ customized: false })
  })

  test.each([
    { ayahLanguages: ['en'] },
    { ayahLanguages: ['38', ''] },
    { reflectionLanguages: ['0'] },
    { reflectionLanguages: [38] },
    { languageId: 1.5 },
    { languageId: 0 },
    { customized: 'yes' },
  ])('refuses %j and changes nothing', async (changes) => {
    const amina = await signedIn(userSandbox(), 'amina')
    const before = await own(amina)
    const body = { hideFollowSuggestion: true, ...changes }
    expect(await amina.refused('PATCH', '/v1/users/profile', { body })).toBe('400 invalid_request')
    expect(await own(amina)).toEqual(before)
  })
})

describe('updating who one is', () => {
  const put = async (user: User, changes: object) =>
    UserSerializedDto.parse(await user.put('/v1/users/profile', { user: changes }))

  test('changes what is sent, and null takes away', async () => {
    const sandbox = userSandbox()
    const amina = await signedIn(sandbox, 'amina')
    expect(await put(amina, { firstName: ' Aminah ', lastName: '', bio: 'Reads.' })).toMatchObject({
      firstName: 'Aminah',
      lastName: '',
      bio: 'Reads.',
      country: 'MY',
    })
    const without = await put(amina, { bio: null, country: null })
    expect(without).not.toHaveProperty('bio')
    expect(without).not.toHaveProperty('country')
    expect(await own(amina)).toMatchObject({ firstName: 'Aminah' })
    const idris = await signedIn(sandbox, 'idris')
    expect(await idris.get('/v1/users/amina/profile')).toMatchObject({ firstName: 'Aminah' })
    expect(await own(idris)).toMatchObject({ firstName: 'Idris', country: 'NG' })
  })

  test('sets a picture, another one, and none', async () => {
    const amina = await signedIn(userSandbox(), 'amina')
    const first = (await put(amina, { avatar: picture })).avatarUrls
    const addresses = ['small', 'medium', 'large'].map((size) => new URL(String(first[size])))
    expect(new Set(addresses.map(({ href }) => href)).size).toBe(3)
    expect(addresses.map(({ host }) => host)).toEqual(Array(3).fill('images.example.invalid'))
    const second = (await put(amina, { avatar: picture, removeAvatar: false })).avatarUrls
    expect(second.small).not.toBe(first.small)
    expect((await put(amina, { firstName: 'A' })).avatarUrls).toEqual(second)
    expect((await put(amina, { removeAvatar: true })).avatarUrls).toEqual({})
    expect((await put(amina, { removeAvatar: true })).avatarUrls).toEqual({})
  })

  test.each([
    { avatar: picture, removeAvatar: true },
    { avatar: 'https://example.invalid/me.png' },
    { firstName: '  ' },
    { firstName: null },
    { bio: 7 },
  ])('refuses %j and changes nothing', async (changes) => {
    const amina = await signedIn(userSandbox(), 'amina')
    const before = await own(amina)
    const body = { user: { lastName: 'Changed', ...changes } }
    expect(await amina.refused('PUT', '/v1/users/profile', { body })).toBe('400 invalid_request')
    expect(await own(amina)).toEqual(before)
  })
})
