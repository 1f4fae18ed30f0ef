import { expect, it } from 'vitest'
import { toolAfter } from '../../demo/src/keys/toolbar-keys.ts'

it.each<[key: string, index: number, isRtl: boolean, to: number | null]>([
  ['ArrowRight', 0, false, 1],
  ['ArrowRight', 4, false, 0],
  ['ArrowLeft', 0, false, 4],
  ['ArrowLeft', 0, true, 1],
  ['ArrowRight', 1, true, 0],
  ['Home', 3, false, 0],
  ['End', 0, true, 4],
  ['Tab', 2, false, null],
  ['ArrowDown', 2, false, null],
])('%s leads from tool %i, right to left: %s, to %s', (key, index, isRtl, to) => {
  expect(toolAfter(key, index, 5, isRtl)).toBe(to)
})
