import { expect, it } from 'vitest'
import { highlightCollectionName, highlightColorOf, highlightColors } from './highlights.ts'

it('a colour has its collection, and that no other colour', () => {
  expect(highlightCollectionName('blue')).toBe('system:highlights:blue')
  for (const color of highlightColors) expect(highlightColorOf(highlightCollectionName(color))).toBe(color)
})

it.each(['blue', 'system:highlights:', 'system:highlights:black', 'system:highlights:blue2', '__default__'])(
  '%j is no name of a collection of highlights',
  (name) => expect(highlightColorOf(name)).toBeUndefined(),
)
