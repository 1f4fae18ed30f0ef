import { describe, expect, it } from 'vitest'
import { chapterEntry, describeItem } from './describe.ts'

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
