import { describe, expect, it } from 'vitest'
import { compareKeys, isWholeNumber, positionalKey } from './record-key.ts'

describe('record keys', () => {
  it('that are numbers sort as numbers, before the others', () => {
    expect(['10000', '9999', 'x', '#2', '010', '1'].sort(compareKeys)).toEqual([
      '1',
      '9999',
      '10000',
      '#2',
      '010',
      'x',
    ])
  })
  it('of too many digits, and the empty one, count as text', () => {
    expect(['9999999999999999', '', '2', '10'].sort(compareKeys)).toEqual(['2', '10', '', '9999999999999999'])
  })
  it.each([
    ['0', true],
    ['7', true],
    ['999999999999999', true],
    ['1000000000000000', false],
    ['', false],
    ['00', false],
    ['07', false],
    ['-7', false],
    ['7.5', false],
    ['٧', false],
    ['1e3', false],
  ])('%j is a whole number: %s', (key, expected) => expect(isWholeNumber(key)).toBe(expected))
  it('order the same whichever comes first', () => {
    const keys = ['0', '7', '10', '#7', '07', 'x', '']
    for (const a of keys)
      for (const b of keys) expect(Math.sign(compareKeys(a, b)) + Math.sign(compareKeys(b, a))).toBe(0)
  })
  it('of rows that have none are no number of the service', () => {
    expect(isWholeNumber(positionalKey(7))).toBe(false)
  })
})
