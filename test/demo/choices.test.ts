import { ObservableValue } from 'waraq/client'
import { settle } from '@waraq/test-support/at-rest'
import { beforeEach, describe, expect, it } from 'vitest'
import { Agreed, agreedKey } from '../../demo/src/user/agreed.ts'
import { followChoices, joined } from '../../demo/src/user/choices.ts'
import { defaultSettings, type Settings } from '../../demo/src/settings/settings.ts'
import type { SettingsValue } from '../../demo/src/settings/settings-store.ts'
import { Documents } from './documents.ts'

describe('what both are to have', () => {
  const [large, small] = [{ arabicSize: 1.5 }, { arabicSize: 1 }]
  it.each([
    ['an account without choices gets those of the device', null, large, null, large],
    ['an account brings its choices to a new device', null, small, large, large],
    [
      'and keeps those of the device that it has none of',
      null,
      { ...small, theme: 'dark' },
      large,
      { ...large, theme: 'dark' },
    ],
    ['what was chosen here since counts', small, large, small, large],
    ['what was chosen there since counts', small, small, large, large],
    [
      'of one field each, both count',
      { ...small, theme: 'light' },
      { ...large, theme: 'light' },
      { ...small, theme: 'dark' },
      { ...large, theme: 'dark' },
    ],
    ['of the same field, what is chosen here counts', small, large, { arabicSize: 2 }, large],
    ['a month offline brings back nothing old', small, small, { arabicSize: 2 }, { arabicSize: 2 }],
    [
      'and loses nothing chosen meanwhile',
      { sideBySide: null },
      { sideBySide: ['translations:20'] },
      { sideBySide: null },
      { sideBySide: ['translations:20'] },
    ],
  ] as const)('%s', (_, agreed, here, there, both) => {
    expect(joined({ agreed, here, there } as never)).toEqual(both)
  })
})

function device(documents: Documents, account = 'amina') {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const state = new ObservableValue<SettingsValue>({ ...defaultSettings, spoken: 'en' })
  const change = (changed: Partial<Settings>) => state.set({ ...state.get(), ...changed })
  const open = (whose = account) =>
    followChoices({ settings: { state, change }, documents, agreed: new Agreed(whose, storage) })
  return { state, change, open, kept }
}

describe('choices that follow a person', () => {
  let documents: Documents
  beforeEach(() => void (documents = new Documents()))
  const valueOf = (key: string) => documents.bodies.get(key)?.value as Settings | undefined

  it('are on the next device, a document for each concern', async () => {
    const [phone, desk] = [device(documents), device(documents)]
    phone.change({ theme: 'dark', recitation: 'recitations:7' })
    phone.open()
    await settle()
    expect(Object.keys(Object.fromEntries(documents.bodies))).toEqual(['looks', 'texts'])
    desk.open()
    expect(desk.state.get()).toMatchObject({ theme: 'dark', recitation: 'recitations:7' })
    desk.change({ theme: 'sepia' })
    await settle()
    expect(phone.state.get().theme).toBe('sepia')
  })

  it('are written once a change, and not at all where nothing was ever chosen', async () => {
    const phone = device(documents)
    phone.open()
    await settle()
    expect(documents.writes).toBe(0)
    phone.change({ arabicSize: 1.5 })
    await settle()
    expect(documents.writes).toBe(1)
    phone.change({ places: { ...defaultSettings.places } })
    await settle()
    expect(documents.writes).toBe(1)
  })

  it('of a device that was away for a month: what was chosen there stays, and nothing old comes back', async () => {
    const [phone, desk] = [device(documents), device(documents)]
    phone.change({ theme: 'dark' })
    const away = phone.open()
    desk.open()
    await settle()
    away()
    desk.change({ theme: 'light', arabicSize: 2 })
    phone.change({ translationSize: 1.3 })
    await settle()
    phone.open()
    await settle()
    for (const { state } of [phone, desk])
      expect(state.get()).toMatchObject({ theme: 'light', arabicSize: 2, translationSize: 1.3 })
  })

  it('of another account come whole, and those of the one before go to no one', async () => {
    const phone = device(documents)
    phone.change({ theme: 'dark' })
    phone.open()()
    await settle()
    documents = new Documents()
    documents.set('looks', { schemaVersion: 1, value: { theme: 'sepia' } })
    const other = { ...phone, ...device(documents, 'idris') }
    other.open()
    await settle()
    expect(other.state.get().theme).toBe('sepia')
  })

  it('that another version wrote: what it cannot read is left, fields and newer documents alike', async () => {
    documents.set('looks', { schemaVersion: 1, value: { theme: 'purple', arabicSize: 1.5, motion: 'none' } })
    documents.set('texts', { schemaVersion: 2, value: { tafsir: 'tafsirs:168' } })
    const phone = device(documents)
    phone.open()
    expect(phone.state.get()).toMatchObject({ theme: 'system', arabicSize: 1.5, tafsir: 'tafsirs:168' })
    phone.change({ arabicSize: 2, mushaf: 'mushafs:1' })
    await settle()
    expect(valueOf('looks')).toMatchObject({ theme: 'purple', arabicSize: 2, motion: 'none' })
    expect(documents.bodies.get('texts')).toEqual({ schemaVersion: 2, value: { tafsir: 'tafsirs:168' } })
    expect(phone.state.get().mushaf).toBe('mushafs:1')
  })

  it('that cannot be kept stay on this device, and are tried again', async () => {
    const phone = device(documents)
    phone.open()
    documents.isFull = true
    phone.change({ theme: 'dark' })
    await settle()
    expect([phone.state.get().theme, documents.bodies.size]).toEqual(['dark', 0])
    documents.isFull = false
    phone.change({ arabicSize: 1.3 })
    await settle()
    expect(valueOf('looks')).toMatchObject({ theme: 'dark', arabicSize: 1.3 })
  })

  it('damaged notes of what was agreed are as none', async () => {
    for (const text of [
      'null',
      '{',
      '[]',
      '{"account":"amina","choices":5}',
      '{"account":"amina","choices":null}',
    ]) {
      documents = new Documents()
      documents.set('looks', { schemaVersion: 1, value: { theme: 'sepia' } })
      const phone = device(documents)
      phone.kept.set(agreedKey, text)
      phone.open()
      await settle()
      expect([text, phone.state.get().theme]).toEqual([text, 'sepia'])
    }
  })
})
