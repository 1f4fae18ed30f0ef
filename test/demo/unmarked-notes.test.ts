import { describe, expect, it } from 'vitest'
import type { SafeNode } from 'waraq/html'
import { unmarkedNotes } from '../../demo/src/reading/verse/unmarked-notes.ts'

const notes = (...ids: number[]) => ids.map((id) => ({ id, text: `note ${id}` }))
const mark = (id: number): SafeNode => ({ tag: 'footnote', id, mark: '1' })
const shown = (ids: number[], nodes: readonly SafeNode[]) =>
  unmarkedNotes({ footnotes: notes(...ids) }, nodes, (value) => `no. ${value}`).map(
    ({ note, mark: name }) => [note.id, name],
  )

describe('notes without a mark', () => {
  it.each<[string, number[], SafeNode[], unknown]>([
    ['none where each has one', [7, 8], ['a', mark(7), { tag: 'b', children: [mark(8)] }], []],
    ['none where there are no notes', [], ['a [1]'], []],
    ['by their place', [7, 8], ['a', mark(7)], [[8, 'no. 2']]],
    [
      'by numbers in brackets, in any digits',
      [7, 8],
      ['a [২] ', { tag: 'b', children: ['b [٣]'] }],
      [
        [7, '২'],
        [8, '٣'],
      ],
    ],
    [
      'by their place where the brackets are fewer',
      [7, 8],
      ['a [1]'],
      [
        [7, 'no. 1'],
        [8, 'no. 2'],
      ],
    ],
    ['where the mark names another id', [7], [{ tag: 'sup', children: ['1'] }], [[7, 'no. 1']]],
  ])('%s', (_, ids, nodes, expected) => expect(shown(ids, nodes)).toEqual(expected))
})
