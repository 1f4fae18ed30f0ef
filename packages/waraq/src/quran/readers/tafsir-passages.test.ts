import type { TafsirRow } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { passageAbout, passagesOf } from './tafsir-passages.ts'

let id = 0
/** A row of a verse; its group as `2:1-2:5`. */
function row(verseKey: string, text: string | null, group?: string): TafsirRow {
  const [from, to] = group?.split('-') ?? []
  const fields = group ? { group_verse_key_from: from, group_verse_key_to: to } : {}
  return { id: ++id, verse_key: verseKey, text, ...fields } as TafsirRow
}

const shape = (rows: readonly TafsirRow[]) =>
  passagesOf(rows).map(({ text, from, to, open }) => [text, from, to, open ? 'open' : 'closed'].join(' '))

describe('the texts of a tafsir', () => {
  it.each<[what: string, rows: TafsirRow[], expected: string[]]>([
    [
      'a verse each',
      [row('2:1', 'A', '2:1-2:1'), row('2:2', 'B', '2:2-2:2')],
      ['A 2001 2001 closed', 'B 2002 2002 closed'],
    ],
    [
      'a group',
      [row('2:1', 'A', '2:1-2:3'), row('2:2', '', '2:1-2:3'), row('2:3', null, '2:1-2:3')],
      ['A 2001 2003 closed'],
    ],
    ['a group whose last rows are missing', [row('2:1', 'A', '2:1-2:3')], ['A 2001 2003 closed']],
    [
      'a group over a chapter’s end',
      [
        row('104:9', 'A', '104:9-105:2'),
        row('105:1', '', '104:9-105:2'),
        row('105:2', '', '104:9-105:2'),
        row('105:3', 'B'),
      ],
      ['A 104009 105002 closed', 'B 105003 105003 open'],
    ],
    [
      'rows that name no group',
      [row('2:1', 'A'), row('2:2', ''), row('2:3', null), row('2:4', 'B')],
      ['A 2001 2003 open', 'B 2004 2004 open'],
    ],
    [
      'a group that only the empty rows name',
      [row('2:1', 'A'), row('2:2', '', '2:1-2:4')],
      ['A 2001 2004 closed'],
    ],
    [
      'an empty row behind the end of a group',
      [row('2:1', 'A', '2:1-2:2'), row('2:2', ''), row('2:3', ''), row('2:4', '')],
      ['A 2001 2002 closed'],
    ],
    [
      'empty rows of a group whose text is missing',
      [row('2:1', 'A'), row('2:2', '', '2:2-2:3'), row('2:3', '')],
      ['A 2001 2001 open'],
    ],
    ['empty rows before any text', [row('2:1', ''), row('2:2', 'B')], ['B 2002 2002 open']],
    ['a text of spaces', [row('2:1', 'A'), row('2:2', ' \n')], ['A 2001 2002 open']],
    [
      'a text in the middle of its group',
      [row('2:1', '', '2:1-2:3'), row('2:2', 'A', '2:1-2:3'), row('2:3', '', '2:1-2:3')],
      ['A 2001 2003 closed'],
    ],
    ['a group that does not hold its own verse', [row('2:5', 'A', '2:1-2:3')], ['A 2005 2005 open']],
    ['a group that ends before it begins', [row('2:2', 'A', '2:3-2:1')], ['A 2002 2002 open']],
    [
      'fields that are no keys',
      [{ ...row('2:1', 'A'), group_verse_key_from: 7, group_verse_key_to: [] } as never],
      ['A 2001 2001 open'],
    ],
    [
      'a group whose rows all hold the text',
      [1, 2, 3].map((verse) => row(`2:${verse}`, 'A', '2:1-2:3')),
      ['A 2001 2003 closed'],
    ],
    [
      'a group with two texts, one of them twice',
      [row('2:1', 'A', '2:1-2:3'), row('2:2', 'A', '2:1-2:3'), row('2:3', 'B', '2:1-2:3')],
      ['A 2001 2003 closed', 'B 2001 2003 closed'],
    ],
    [
      'groups, or rows without one, that have the same text',
      [row('2:1', 'A', '2:1-2:1'), row('2:2', 'A', '2:2-2:2'), row('2:3', 'A'), row('2:4', 'A')],
      ['A 2001 2001 closed', 'A 2002 2002 closed', 'A 2003 2003 open', 'A 2004 2004 open'],
    ],
    ['none', [], []],
  ])('%s', (_, rows, expected) => expect(shape(rows)).toEqual(expected))

  it('about a verse: the one at it, else the nearest before it, else one that begins earlier', () => {
    const passages = passagesOf([
      row('2:1', 'whole chapter', '2:1-2:9'),
      row('2:3', 'verse', '2:3-2:3'),
      row('2:8', 'late', '2:6-2:8'),
      row('2:12', 'later', '2:11-2:12'),
    ])
    const about = (place: number) => passageAbout(passages, place)?.text
    expect([2001, 2003, 2004, 2006, 2008, 2010, 2011].map(about)).toEqual([
      'whole chapter',
      'verse',
      'whole chapter',
      'whole chapter',
      'late',
      undefined,
      'later',
    ])
  })
})
