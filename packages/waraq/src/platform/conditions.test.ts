import { describe, expect, test } from 'vitest'
import { readConditions, wantsSaving, type NavigatorLike } from './conditions.ts'

const unknown = { online: null, saveData: null, metered: null }

const devices: [string, NavigatorLike | undefined, object, boolean][] = [
  ['there is no navigator', undefined, unknown, false],
  ['it says nothing', {}, unknown, false],
  ['it says something else', { onLine: 'yes', connection: { saveData: 'on', type: 7 } }, unknown, false],
  ['there is no connection', { onLine: true, connection: null }, { ...unknown, online: true }, false],
  ['it is offline', { onLine: false }, { ...unknown, online: false }, false],
  ['data is saved', { connection: { saveData: true } }, { ...unknown, saveData: true }, true],
  ['data is not saved', { connection: { saveData: false } }, { ...unknown, saveData: false }, false],
  ['it is a phone outside', { connection: { type: 'cellular' } }, { ...unknown, metered: true }, true],
  ['it is at home', { connection: { type: 'wifi' } }, { ...unknown, metered: false }, false],
  ['it is on a cable', { connection: { type: 'ethernet' } }, { ...unknown, metered: false }, false],
  [
    'data is saved at home',
    { connection: { saveData: true, type: 'wifi' } },
    { ...unknown, saveData: true, metered: false },
    true,
  ],
  ['the line is unknown', { connection: { type: 'unknown' } }, unknown, false],
]

describe('conditions where', () => {
  test.each(devices)('%s', (_name, navigator, expected, saves) => {
    const conditions = readConditions(navigator)
    expect(conditions).toEqual(expected)
    expect(wantsSaving(conditions)).toBe(saves)
  })
})
