import { resourceGroups } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import {
  bytesNeeded,
  bytesOf,
  largestTypicalBytes,
  typicalBytes,
  typicalBytesElsewhere,
  type NeededSnapshot,
} from './snapshot-bytes.ts'

const ref = { group: 'tafsirs', id: 169 }

describe('what one snapshot takes', () => {
  it.each<[string, Omit<NeededSnapshot, 'ref'>, number]>([
    ['the length that the service says', { contentLength: 500, installedSize: 900 }, 500],
    ['else the size of the copy here', { contentLength: null, installedSize: 900 }, 900],
    ['else what its group usually takes', { contentLength: null, installedSize: null }, typicalBytes.tafsirs],
    ['that also where nothing was said', {}, typicalBytes.tafsirs],
    ['and where the copy here is empty', { installedSize: 0 }, typicalBytes.tafsirs],
    ['and where a figure is none', { contentLength: NaN, installedSize: -5 }, typicalBytes.tafsirs],
    ['and where a figure has no end', { contentLength: Infinity }, typicalBytes.tafsirs],
  ])('%s', (_rule, snapshot, bytes) => expect(bytesOf({ ref, ...snapshot })).toBe(bytes))

  it('is known for every group of the service', () => {
    expect(Object.keys(typicalBytes).sort()).toEqual([...resourceGroups].sort())
    expect(largestTypicalBytes).toBe(typicalBytes.tafsirs)
  })
  it.each(['layers', 'constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'is a guess for the unknown group %s',
    (group) => expect(bytesOf({ ref: { group, id: 1 } })).toBe(typicalBytesElsewhere),
  )
})

describe('what a set takes', () => {
  it('is the sum, with nothing taken off for what is replaced', () => {
    expect(
      bytesNeeded([{ ref, installedSize: 10 }, { ref, contentLength: 7, installedSize: 10 }, { ref }]),
    ).toBe(10 + 7 + typicalBytes.tafsirs)
    expect(bytesNeeded([])).toBe(0)
  })
})
