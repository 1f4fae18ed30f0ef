import { describe, expect, it } from 'vitest'
import { chapterEntry, chaptersWithCore, describeItem } from './describe.ts'

describe('chapters with the Arabic text', () => {
  const listed = chapterEntry({
    id: 2,
    name_simple: 'listed',
    verses_count: 1,
    pages: [2, 49],
    translated_name: { name: 'The Cow' },
  })
  const row = {
    id: 2,
    chapter_number: 2,
    name_simple: 'Al-Baqarah',
    name_arabic: 'البقرة',
    verses_count: 286,
  }

  it('are named by the text, with what only the catalogue says', () => {
    const [entry] = chaptersWithCore([listed], [row])
    expect(entry).toMatchObject({ name: 'Al-Baqarah', arabicName: 'البقرة', verses: 286, meaning: 'The Cow' })
    expect(entry!.pages).toEqual({ first: 2, last: 49 })
  })

  it('are those of either, in order', () => {
    const first = { ...row, id: 1, chapter_number: 1, name_simple: 'Al-Fatihah' }
    expect(chaptersWithCore([listed], [first]).map(({ name }) => name)).toEqual(['Al-Fatihah', 'listed'])
    expect(chaptersWithCore([], [row])).toMatchObject([{ id: 2, meaning: null, pages: null }])
    expect(chaptersWithCore([listed], [])).toEqual([listed])
  })

  it('are the catalogue’s where the text names none or does not count its verses', () => {
    for (const odd of [
      { ...row, name_simple: ' ' },
      { ...row, verses_count: null },
    ])
      expect(chaptersWithCore([listed], [odd])).toEqual([listed])
  })
})

describe('a description', () => {
  it('takes the translated name, else the name, else the reciter, else group and id', () => {
    const item = { id: 7, name: 'Name', reciter_name: 'Reciter', translated_name: { name: 'Translated' } }
    expect(describeItem('recitations', item).name).toBe('Translated')
    expect(describeItem('recitations', { ...item, translated_name: { name: ' ' } }).name).toBe('Name')
    expect(describeItem('recitations', { id: 7, name: null, reciter_name: ' Reciter ' }).name).toBe('Reciter')
    expect(describeItem('chapter_recitations', { id: 7 }).name).toBe('Chapter recitations 7')
  })

  it('credits author and style where there are some and the name does not say it', () => {
    const attribution = (item: object) =>
      describeItem('translations', { id: 1, name: 'Name', ...item }).attribution
    expect(attribution({})).toBe('Name')
    expect(attribution({ author_name: 'Author' })).toBe('Name — Author')
    expect(attribution({ name: 'Author: text', author_name: 'Author' })).toBe('Author: text')
    expect(attribution({ style: 'Murattal' })).toBe('Name (Murattal)')
    expect(attribution({ author_name: 'Author', style: { name: 'Murattal', description: 'x' } })).toBe(
      'Name — Author (Murattal)',
    )
    for (const style of [null, 5, {}, { name: 5 }, ' ']) expect(attribution({ style })).toBe('Name')
  })

  it('of a chapter leaves out what the service did not say', () => {
    expect(chapterEntry({ id: 2, name_simple: 'Al-Baqarah', verses_count: 286 })).toEqual({
      id: 2,
      name: 'Al-Baqarah',
      arabicName: null,
      meaning: null,
      verses: 286,
      place: null,
      order: null,
      opensWithBismillah: false,
      pages: null,
    })
    const chapter = { id: 2, name_simple: 'x', verses_count: 1, revelation_place: 'moon', pages: [2] }
    expect(chapterEntry(chapter)).toMatchObject({ place: null, pages: null })
  })
})
