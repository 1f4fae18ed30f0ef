import { expect, it } from 'vitest'
import { highlightCollectionId, highlightColorOf, highlightColors } from './highlights.ts'

it('a colour has its collection, and that no other colour', () => {
  expect(highlightCollectionId('blue')).toBe('system:highlights:blue')
  for (const color of highlightColors) expect(highlightColorOf(highlightCollectionId(color))).toBe(color)
})

it.each(['blue', 'system:highlights:', 'system:highlights:black', 'system:highlights:blue2', '__default__'])(
  '%j is no collection of highlights',
  (id) => expect(highlightColorOf(id)).toBeUndefined(),
)
