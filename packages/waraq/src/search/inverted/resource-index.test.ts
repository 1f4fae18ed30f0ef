import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../text/digest.ts'
import { wordsOf } from '../text/words.ts'
import { ResourceIndex } from './resource-index.ts'

const asked = (text: string) => [{ text, prefix: false, edits: 0 }]
const keysFound = (index: ResourceIndex, text: string) =>
  index
    .find(asked(text))
    .map(({ recordKey }) => recordKey)
    .sort()

const key = fc.constantFrom('1', '2', '3', '#4', 'a b', '')
const text = fc
  .array(fc.constantFrom('lord', 'of', 'worlds', 'mercy'), { maxLength: 5 })
  .map((words) => words.join(' '))
const step = fc.oneof(
  fc.record({ do: fc.constant('put' as const), key, text }),
  fc.record({ do: fc.constant('drop' as const), key, text }),
  fc.record({ do: fc.constantFrom('settle' as const, 'pack' as const), key, text }),
)

describe('the index of a resource', () => {
  it('has the rows that were put last and not dropped, after any changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let index = ResourceIndex.empty()
        const model = new Map<string, string>()
        for (const each of steps) {
          if (each.do === 'put') {
            index.put(each.key, digestOf(each.text), wordsOf(each.text))
            model.set(each.key, each.text)
          } else if (each.do === 'drop') {
            index.drop(each.key)
            model.delete(each.key)
          } else if (each.do === 'settle') index.settle()
          else index = ResourceIndex.unpack(index.pack())
        }
        expect(index.rows).toBe(model.size)
        expect([...index.recordKeys()].sort()).toEqual([...model.keys()].sort())
        for (const [each, content] of model) expect(index.digestOf(each)).toBe(digestOf(content))
        for (const word of ['lord', 'of', 'worlds', 'mercy']) {
          const expected = [...model].filter(([, content]) => content.split(' ').includes(word))
          expect(keysFound(index, word)).toEqual(expected.map(([each]) => each).sort())
        }
      }),
    )
  })
  it('refuses what it did not pack', () => {
    const index = ResourceIndex.empty()
    index.put('1', 7, wordsOf('lord'))
    const packed = index.pack()
    expect(() => ResourceIndex.unpack({ ...packed, digests: new Uint32Array(2) })).toThrow(RangeError)
    expect(() => ResourceIndex.unpack({ ...packed, recordKeys: [], digests: new Uint32Array(0) })).toThrow(
      RangeError,
    )
  })
})
