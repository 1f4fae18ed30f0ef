import { resourceGroups } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { checkRecordKey, checkRecordType, checkRef } from './arguments.ts'

const refuses = (check: () => unknown, argument: string, ...words: string[]) => {
  const mistake = { code: 'invalid_argument', retryable: false, details: { argument } }
  expect(check).toThrow(expect.objectContaining(mistake))
  for (const each of words) expect(check).toThrow(each)
}

describe('arguments of a read', () => {
  it.each([
    'translations',
    'translations:0',
    'translations:20;tafsirs:1',
    20,
    null,
    undefined,
    {},
    { group: 'translations' },
    { group: 'Translations', id: 20 },
  ])('%j is no resource', (ref) => refuses(() => checkRef(ref as never), 'ref', 'such as translations:20'))
  it('a resource is what filters write, or an object', () => {
    for (const ref of ['translations:20', { group: 'translations', id: 20 }] as const)
      expect(checkRef(ref)).toEqual({ group: 'translations', id: 20 })
  })
  it.each([5, null, undefined, {}])('%j is no record key', (key) =>
    refuses(() => checkRecordKey(key as never), 'recordKey', 'as text'),
  )
  it('a record type that the group cannot hold names those that it can', () => {
    const check = () => checkRecordType('tafsir', { group: 'translations', id: 20 })
    refuses(check, 'recordType', 'resources of translations hold (translation)', 'It was tafsir.')
  })
  it.each([
    ['translation', 'translations'],
    ['audio_file', 'chapter_recitations'],
    ['a_new_type', 'translations'],
    ['tafsir', 'a_new_group'],
    ['tafsir', 'constructor'],
  ])('%s of %s may be meant', (recordType, group) => {
    expect(() => checkRecordType(recordType, { group, id: 1 })).not.toThrow()
    expect(() => checkRef({ group, id: 1 })).not.toThrow()
  })
  it.each(resourceGroups)('%s is a group of resources', (group) => {
    expect(checkRef({ group, id: 1 })).toEqual({ group, id: 1 })
  })
})
