import { describe, expect, it } from 'vitest'
import { megabytes, noRoom, roomFor } from './room.ts'

describe('room', () => {
  // 1,000 are available.
  const estimate = { usage: 500, quota: 1500 }
  it.each([
    [0, 'fits'],
    [833, 'fits'],
    [834, 'tight'],
    [1000, 'tight'],
    [1200, 'tight'],
    [1201, 'short'],
    [Infinity, 'short'],
  ] as const)('for %d of 1,000: %s', (needed, verdict) =>
    expect(roomFor(needed, estimate)).toEqual({ verdict, needed, available: 1000, usage: 500, quota: 1500 }),
  )
  it('is none where more is used than allowed; nothing needs none', () => {
    const over = { usage: 2000, quota: 1500 }
    expect(roomFor(1, over)).toMatchObject({ verdict: 'short', available: 0 })
    expect(roomFor(0, over)).toMatchObject({ verdict: 'fits', available: 0 })
  })
  it.each<[string, StorageEstimate | undefined, object]>([
    ['no navigator.storage', undefined, { usage: null, quota: null }],
    ['an empty estimate', {}, { usage: null, quota: null }],
    ['no quota', { usage: 5 }, { usage: 5, quota: null }],
    ['no usage', { quota: 5 }, { usage: null, quota: 5 }],
    ['a quota of 0', { usage: 0, quota: 0 }, { usage: 0, quota: 0 }],
    ['figures that are none', { usage: NaN, quota: -1 }, { usage: null, quota: null }],
    ['a quota without end', { usage: 0, quota: Infinity }, { usage: 0, quota: null }],
  ])('is unknown with %s', (_case, given, figures) =>
    expect(roomFor(10, given)).toEqual({ verdict: 'unknown', needed: 10, available: null, ...figures }),
  )
})

describe('no room, as an error', () => {
  it('says the figures, and has the code of a refusal', () => {
    const room = roomFor(60_000_000, { usage: 1, quota: 20_000_001 })
    expect(noRoom(room)).toMatchObject({
      code: 'quota_exceeded',
      retryable: false,
      message: expect.stringContaining('about 60 MB and the browser offers about 20 MB') as string,
      details: { needed: 60_000_000, available: 20_000_000, usage: 1, quota: 20_000_001 },
    })
  })
  it('can be said without them', () =>
    expect(noRoom(roomFor(5, undefined)).message).toContain('less than 1 MB and the browser offers less;'))
  it.each([
    [0, 'less than 1 MB'],
    [999_999, 'less than 1 MB'],
    [1_000_000, 'about 1 MB'],
    [1_234_567_890, 'about 1,235 MB'],
  ])('%d bytes are %s', (bytes, text) => expect(megabytes(bytes)).toBe(text))
})
