import {
  GetPreferencesResponse,
  missingPreferenceFields,
  type PreferenceSection,
  UpdatePreferenceResponse,
  UpdatePreferencesResponse,
} from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { signedIn, userSandbox } from '../user-data.test-support.ts'
import { sectionDefaults } from './preferences.ts'

type User = Awaited<ReturnType<typeof signedIn>>

const signIn = () => signedIn(userSandbox(), 'amina')
const path = '/v1/preferences'
const query = { mushafId: 1 }

async function preferences(user: User) {
  return GetPreferencesResponse.parse(await user.get(path)).data
}

const set = (user: User, group: string, key: string, value: unknown) =>
  user.post(path, { group, key, value }, query)

describe('preferences', () => {
  it('are empty until something is set', async () => {
    expect(await preferences(await signIn())).toStrictEqual({})
  })

  it('are set field by field', async () => {
    const amina = await signIn()
    const answer = UpdatePreferenceResponse.parse(await set(amina, 'theme', 'type', 'dark'))
    expect(answer.data.message).toBe('preference updated')
    await set(amina, 'translations', 'selectedTranslations', [20, 131])
    await set(amina, 'theme', 'type', 'sepia')
    expect(await preferences(amina)).toStrictEqual({
      theme: { type: 'sepia' },
      translations: { selectedTranslations: [20, 131] },
    })
  })

  it('have whole sections from the first field on', async () => {
    const amina = await signIn()
    await set(amina, 'audio', 'playbackRate', 1.5)
    await set(amina, 'quranReaderStyles', 'quranTextFontScale', 7)
    await set(amina, 'reading', 'readingPreference', 'reading')
    await set(amina, 'userHasCustomised', 'userHasCustomised', true)
    expect(await preferences(amina)).toStrictEqual({
      audio: { reciter: 7, playbackRate: 1.5 },
      quranReaderStyles: { ...sectionDefaults.quranReaderStyles, quranTextFontScale: 7 },
      reading: { ...sectionDefaults.reading, readingPreference: 'reading' },
      userHasCustomised: { userHasCustomised: true },
    })
  })

  it('begin with defaults that lack nothing', () => {
    for (const [name, section] of Object.entries(sectionDefaults))
      expect(missingPreferenceFields(name as PreferenceSection, section)).toStrictEqual([])
  })

  it('are set in sections, of which fields that are not sent stay', async () => {
    const amina = await signIn()
    await set(amina, 'theme', 'type', 'dark')
    await set(amina, 'audio', 'playbackRate', 1.5)
    const sections = { audio: { reciter: 1 }, language: { language: 'tr' } }
    const answer = UpdatePreferencesResponse.parse(await amina.post(`${path}/bulk`, sections, query))
    expect(answer.data.message).toBe('preferences updated')
    expect(await preferences(amina)).toStrictEqual({
      theme: { type: 'dark' },
      audio: { reciter: 1, playbackRate: 1.5 },
      language: { language: 'tr' },
    })
  })

  it('take no section that lacks a required field, and then nothing else of it', async () => {
    const amina = await signIn()
    const body = { theme: { type: 'dark' }, audio: { playbackRate: 1.5 } }
    const response = await amina.send('POST', `${path}/bulk`, { body, query })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: 'invalid_request',
      message: expect.stringContaining('audio.reciter'),
    })
    expect(await preferences(amina)).toStrictEqual({})
  })

  it('keep to their words and limits', async () => {
    const amina = await signIn()
    for (const body of [
      { group: 'theme', key: 'type', value: 'green' },
      { group: 'themes', key: 'type', value: 'dark' },
      { group: 'theme', key: 'reciter', value: 7 },
      { group: 'quranReaderStyles', key: 'wordByWordFontScale', value: 7 },
      { group: 'theme', key: 'type' },
    ])
      expect(await amina.refused('POST', path, { body, query })).toBe('400 invalid_request')
    const body = { colours: {} }
    expect(await amina.refused('POST', `${path}/bulk`, { body, query })).toBe('400 invalid_request')
    expect(await preferences(amina)).toStrictEqual({})
  })

  it('are changed in a mushaf that there is, and are the same in all', async () => {
    const amina = await signIn()
    const body = { group: 'theme', key: 'type', value: 'dark' }
    for (const wrong of [{}, { mushafId: 8 }]) {
      const refused = await amina.refused('POST', path, { body, query: wrong })
      expect(refused).toBe('422 unprocessable_entity')
    }
    await amina.post(path, body, { mushafId: 2 })
    await amina.post(`${path}/bulk`, { audio: { reciter: 1 } }, { mushafId: 3 })
    expect(await preferences(amina)).toStrictEqual({ theme: { type: 'dark' }, audio: { reciter: 1 } })
  })

  it('are their user’s alone', async () => {
    const sandbox = userSandbox()
    const [amina, idris] = [await signedIn(sandbox, 'amina'), await signedIn(sandbox, 'idris')]
    await set(amina, 'theme', 'type', 'dark')
    expect(await preferences(idris)).toStrictEqual({})
    await set(idris, 'theme', 'type', 'light')
    expect(await preferences(amina)).toStrictEqual({ theme: { type: 'dark' } })
  })

  it('ask for the scope of what is done', async () => {
    const sandbox = userSandbox()
    const reader = await signedIn(sandbox, 'amina', 'preference.read')
    const writer = await signedIn(sandbox, 'amina', 'preference.update')
    const body = { group: 'theme', key: 'type', value: 'dark' }
    const refused = '403 insufficient_scope'
    expect(await reader.refused('POST', path, { body, query })).toBe(refused)
    expect(await reader.refused('POST', `${path}/bulk`, { body: {}, query })).toBe(refused)
    expect(await writer.refused('GET', path)).toBe(refused)
    await writer.post(path, body, query)
    expect(await preferences(reader)).toStrictEqual({ theme: { type: 'dark' } })
  })
})
