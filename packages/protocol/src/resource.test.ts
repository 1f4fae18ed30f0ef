import { expect, test } from 'vitest'
import { parseResourceKey, resourceKey } from './resource.ts'

test.each([
  [{ group: 'translations', id: 20 }, 'translations:20'],
  [{ group: 'quran_core', id: 1 }, 'quran_core:1'],
  [{ group: 'articles', id: Number.MAX_SAFE_INTEGER }, 'articles:9007199254740991'],
])('%j is written %j and read again', (ref, key) => {
  expect(resourceKey(ref)).toBe(key)
  expect(parseResourceKey(key)).toEqual(ref)
})

test.each([
  '',
  ':',
  'translations',
  'translations:',
  'translations:0',
  'translations:020',
  'translations:-1',
  'translations:1.5',
  'translations:*',
  'translations:20,131',
  'translations:20;tafsirs:1',
  'translations:20:1',
  'translations:20\n',
  ' translations:20',
  'Translations:20',
  '__proto__:1',
  ':20',
  'translations:9007199254740992',
])('%j is no key', (key) => expect(parseResourceKey(key)).toBeUndefined())
