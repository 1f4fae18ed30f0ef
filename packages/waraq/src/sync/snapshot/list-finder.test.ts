import { describe, expect, it } from 'vitest'
import { ListFinder } from './list-finder.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The text behind the list's bracket, by a finder that gets the whole text at once. */
function restOf(text: string): string | undefined {
  const bytes = bytesOf(text)
  const at = new ListFinder().find(bytes)
  return at === undefined ? undefined : new TextDecoder().decode(bytes.subarray(at))
}

describe('the list of records', () => {
  it.each([
    ['{"records":[1', '1'],
    ['{ "a" : 1 ,\n "records" : [ {}', ' {}'],
    ['{"a":{"records":[2]},"records":[1', '1'],
    ['{"a":["records",[2]],"records":[1', '1'],
    ['{"a":"records","b":[2],"records":[1', '1'],
    ['{"a":"\\"records\\":[2","records":[1', '1'],
    ['{"ärger":"٧","records":[1', '1'],
    // Names may be written with escapes.
    ['{"\\u0072ecords":[1', '1'],
    ['{"records":null,"records":[1', '1'],
  ])('of %s is found', (text, rest) => expect(restOf(text)).toBe(rest))

  it.each([
    '',
    '{',
    '{"records"',
    '{"records":',
    '{"records":{"a":[1]}}',
    '{"Records":[1]}',
    '{"records ":[1]}',
    '["records",[1]]',
    '[{"records":[1]}]',
    '"records":[1]',
    '{"a":[["records",[1]]]}',
  ])('of %s is none', (text) => expect(restOf(text)).toBeUndefined())

  it('is found wherever the pieces of the document end', () => {
    const text = '{"a":{"b":"]}\\""},"re\\u0063ords": [{"id":1}'
    const expected = bytesOf(text).length - '{"id":1}'.length
    for (let cut = 0; cut <= text.length; cut++) {
      const finder = new ListFinder()
      const bytes = bytesOf(text)
      expect(finder.find(bytes.subarray(0, cut)) ?? finder.find(bytes)).toBe(expected)
    }
  })
})
