import { describe, expect, it } from 'vitest'
import { SeenKeys } from './seen-keys.ts'

function repeated(keys: readonly string[]): string[] {
  const seen = new SeenKeys()
  return keys.filter((key) => !seen.add(key))
}

describe('a key that came before is noticed', () => {
  it.each([
    ['right after itself', ['1', '2', '2'], ['2']],
    ['where keys ascend and one comes late', ['1', '5', '9', '5', '7', '9'], ['5', '9']],
    ['where keys are no numbers', ['1', 'a', '1', 'b', 'a'], ['1', 'a']],
    ['where none are', ['a', 'b', 'a'], ['a']],
    ['zero', ['0', '1', '0'], ['0']],
    ['and none that only looks like it', ['1', '01', '1.0', ' 1', '10'], []],
    [
      'beyond what fits a number',
      ['9999999999999998', '9999999999999999', '9999999999999998'],
      ['9999999999999998'],
    ],
  ])('%s', (_, keys, found) => expect(repeated(keys)).toEqual(found))

  it('also after many', () => {
    const many = Array.from({ length: 5000 }, (_, index) => String(3 * index))
    expect(repeated(many)).toEqual([])
    expect(repeated([...many, '4', ...many])).toEqual(many)
  })
})
