import { InvalidFilterError } from '@waraq/protocol'
import { expect, it } from 'vitest'
import { filterWithout } from './filter-without.ts'

it.each<[filter: string, removed: string, left: string | null]>([
  ['translations:97,131', 'translations:97', 'translations:131'],
  ['translations:131', 'translations:131', null],
  ['translations:131', 'translations:97', 'translations:131'],
  ['translations:131', 'tafsirs:131', 'translations:131'],
  ['translations:20,97,131', 'translations:131,20', 'translations:97'],
  ['articles:1;translations:97,131', 'translations:97,131', 'articles:1'],
  ['articles:1;tafsirs:169;translations:97', 'tafsirs:169;translations:97', 'articles:1'],
  ['articles:1,2;translations:97', 'articles:2;tafsirs:*;translations:97', 'articles:1'],
  ['articles:1;translations:*', 'articles:1', 'translations:*'],
  ['translations:*', 'translations:*', null],
  ['translations:97,131', 'translations:*', null],
])('%s without %s is %s', (filter, removed, left) => expect(filterWithout(filter, removed)).toBe(left))

it('of all resources of a group none can be taken out: the error says what to do', () => {
  const remove = () => filterWithout('articles:1;translations:*', 'articles:1;translations:97')
  expect(remove).toThrow(InvalidFilterError)
  expect(remove).toThrow(
    /at "translations:97": it is a part of translations:\*.* Remove translations:\*, then add/,
  )
})
