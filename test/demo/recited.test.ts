import { expect, it } from 'vitest'
import { recitedOf } from '../../demo/src/names/recited.ts'
import { ar } from '../../demo/src/words/ar.ts'
import { en } from '../../demo/src/words/en.ts'

it('two recitations of one name are told apart by how they are recorded, and other resources have no such words', () => {
  const keys = ['recitations:7', 'chapter_recitations:7', 'translations:20', 'layers:1'] as const
  expect(keys.map((key) => recitedOf(key, en))).toEqual(['Verse by verse', 'Whole chapters', null, null])
  expect(keys.map((key) => recitedOf(key, ar))).toEqual(['آية بآية', 'سور كاملة', null, null])
})
