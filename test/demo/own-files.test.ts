import { WaraqError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { localDate } from '../../demo/src/ui/local-date.ts'
import { FileError, problemOf, readFile } from '../../demo/src/user/data/import-file.ts'
import { noteAsText, notesAsMarkdown, notesAsText } from '../../demo/src/user/notes/notes-text.ts'

/** Files of a person's own data: what is read from them, and what is written. */

const file = (text: string, size = text.length) => ({ size, text: async () => text })

describe('a file to import', () => {
  it('is read as JSON, with or without the mark of an editor', async () => {
    expect(await readFile(file('{"a":1}'))).toEqual({ a: 1 })
    expect(await readFile(file('\uFEFF{"a":1}'))).toEqual({ a: 1 })
  })

  it.each([
    ['notJson', file('{"a":')],
    ['notJson', file('')],
    ['tooLarge', file('{}', 1e9)],
  ] as const)('is refused as %s', async (problem, given) => {
    const error = await readFile(given).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(FileError)
    expect(problemOf(error)).toBe(problem)
  })

  it.each([
    [{ field: 'file' }, 'notOurs'],
    [{ field: 'file', bound: 'entries', most: 1 }, 'tooMany'],
    [{ field: 'body' }, 'aNote'],
    [{ field: 'ranges' }, 'aNote'],
    [{ field: 'name' }, 'aName'],
    [{ field: 'verseKey' }, 'aPlace'],
    [{ field: 'place' }, 'aPlace'],
    [{ field: 'setting' }, 'notOurs'],
  ])('that the engine refuses for %j says so: %s', (details, problem) => {
    expect(problemOf(new WaraqError({ code: 'invalid_argument', message: '', details }))).toBe(problem)
  })

  it('that fails otherwise has the code of that', () => {
    expect(problemOf(new WaraqError({ code: 'outbox_full', message: '' }))).toEqual({ code: 'outbox_full' })
    expect(problemOf(new WaraqError({ code: 'aborted', message: '' }))).toBe('aborted')
    expect(problemOf(new TypeError('no'))).toEqual({ code: 'unknown' })
  })

  it('has a name with the date of this device', () => {
    expect(localDate(new Date(2026, 0, 9, 23, 59))).toBe('2026-01-09')
  })
})

describe('notes', () => {
  const notes = [
    { about: 'Al-Baqarah, verse 255', day: '12 January 2026', body: '# Patience\nand more' },
    { about: 'An-Nas, verse 1', day: null, body: 'Short' },
  ]

  it('are text with their places and days', () => {
    expect(noteAsText(notes[0]!)).toBe('Al-Baqarah, verse 255\n12 January 2026\n\n# Patience\nand more')
    expect(notesAsText('Notes', notes)).toBe(
      'Notes\n\n\nAl-Baqarah, verse 255\n12 January 2026\n\n# Patience\nand more\n\n\nAn-Nas, verse 1\n\nShort\n',
    )
  })

  it('are Markdown whose headings are the places', () => {
    const text = notesAsMarkdown('Notes', notes)
    expect(text).toBe(
      '# Notes\n\n## Al-Baqarah, verse 255\n\n*12 January 2026*\n\n\\# Patience\nand more\n\n## An-Nas, verse 1\n\nShort\n',
    )
    expect(text.match(/^#+ .*$/gm)).toHaveLength(3)
  })
})
