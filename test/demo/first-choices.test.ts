import type { ResourceKey } from '@waraq/protocol'
import type { ResourceDescription } from 'waraq/quran'
import { expect, it } from 'vitest'
import { firstChoices } from '../../demo/src/first-choice/first-choices.ts'

type Listed = Pick<ResourceDescription, 'language' | 'listed'>

const entry = (tag: string, listed = true): Listed => ({
  language: { tag, direction: 'ltr', name: tag } as ResourceDescription['language'],
  listed,
})
const resources = new Map<ResourceKey, Listed>([
  ['translations:31', entry('fr')],
  ['translations:20', entry('en')],
  ['translations:131', entry('en')],
  ['translations:97', entry('ur')],
  ['translations:33', entry('id')],
  ['translations:99', entry('de', false)],
  ['tafsirs:169', entry('en')],
])
const all = new Set<ResourceKey>([...resources.keys(), 'quran_core:1'])

it.each<[preferred: string[], feed: ReadonlySet<ResourceKey> | null, suggested: string, others: string[]]>([
  [['en-GB'], all, 'translations:20', ['translations:131', 'translations:31', 'translations:97']],
  [['fr-CA', 'en'], all, 'translations:31', ['translations:20', 'translations:131', 'translations:97']],
  // A language without a translation, or one that is not listed.
  [['de', 'ur'], all, 'translations:97', ['translations:20', 'translations:131', 'translations:31']],
  [['ja'], all, 'translations:20', ['translations:131', 'translations:31', 'translations:97']],
  [['ar', 'fr'], all, 'quran_core:1', ['translations:31', 'translations:20', 'translations:131']],
  // The service has no Arabic by verse, and not all that the catalogue lists.
  [['ar'], new Set<ResourceKey>(['translations:131']), 'translations:131', []],
  [[], null, 'translations:20', ['translations:131', 'translations:31', 'translations:97']],
])('who prefers %j', (preferred, feed, suggested, others) => {
  expect(firstChoices(resources, feed, preferred)).toEqual({ suggested, others })
})

it('what is on the device comes first', () => {
  const here = new Set<ResourceKey>(['translations:97', 'translations:33'])
  expect(firstChoices(resources, all, ['fr', 'id'], (key) => here.has(key))).toEqual({
    suggested: 'translations:33',
    others: ['translations:97', 'translations:31', 'translations:20'],
  })
})

it('nothing is offered before it is known', () => {
  expect(firstChoices(new Map(), null, ['ar'])).toEqual({ suggested: null, others: [] })
})
