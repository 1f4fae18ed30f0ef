import { expect, it } from 'vitest'
import { versesTyped } from './verses-typed.ts'

it.each<[string, string]>([
  ['2:255', '2:255'],
  ['Al-Baqarah 255-257', '2:255 2:256 2:257'],
  ['1:6-2:2', '1:6 1:7 2:1 2:2'],
  ['آية الكرسي', '2:255'],
  ['2:255; 3:18-19', '2:255 3:18 3:19'],
  ['البقرة ٢٥٥، آل عمران ١٨', '2:255 3:18'],
  ['sajdah 5', '32:5 41:5'],
  ['Ya-Sin (36)', '36:36'],
  ['2:300', ''],
  ['yaseen', ''],
  ['mercy', ''],
])('%s', (text, verses) => {
  expect(
    versesTyped(text)
      .map(({ chapter, verse }) => `${chapter}:${verse}`)
      .join(' '),
  ).toBe(verses)
})

it('is only the beginning of a long range', () => {
  expect(versesTyped('2:1-286')).toHaveLength(20)
  expect(versesTyped('2:1-286; 3:1')).toHaveLength(20)
})
