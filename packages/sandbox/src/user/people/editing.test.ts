import { UserProfileResponseDto, UserSerializedDto } from '@waraq/protocol/user'
import { describe, expect, test } from 'vitest'
import type { User } from '../rooms/rooms.test-support.ts'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='
const own = async (user: User, query = {}) =>
  UserProfileResponseDto.parse(await user.get('/v1/users/profile', query))

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
