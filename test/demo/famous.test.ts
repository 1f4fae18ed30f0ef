import { parsePlace, parseVerses } from 'waraq/quran'
import { describe, expect, it } from 'vitest'
import { famousTyped } from '../../demo/src/jump/famous.ts'
import { firstPlaces } from '../../demo/src/jump/use-places-typed.ts'
import { arGoing } from '../../demo/src/words/ar-going.ts'
import { ar } from '../../demo/src/words/ar.ts'
import { enGoing } from '../../demo/src/words/en-going.ts'
import { en } from '../../demo/src/words/en.ts'

const chapterName = (chapter: number) => `Chapter ${chapter}`
const typed = (text: string) => famousTyped(text, enGoing.famous, en, chapterName)

describe('famous verses', () => {
  it.each([
    ['ayat al-k', '#/chapter/2/255'],
    ['Throne', '#/chapter/2/255'],
    ['كرسي', '#/chapter/2/255'],
    ['verse of l', '#/chapter/24/35'],
    ['المعوذتان', '#/chapter/113/1-114:6'],
  ])('are found while "%s" is typed, in either language', (text, href) => {
    expect(typed(text).map((link) => link.href)).toContain(href)
  })

  it('have their name and their place in the language of the page', () => {
    const [found] = typed('kursi')
    expect(found).toEqual({
      href: '#/chapter/2/255',
      name: 'Chapter 2, verse 255',
      known: 'Ayat al-Kursi',
      verse: '2:255',
    })
    const [inArabic] = famousTyped('kursi', arGoing.famous, ar, chapterName)
    expect(inArabic?.known).toBe('آية الكرسي')
  })

  it('come first where their name starts with the text', () => {
    expect(typed('the throne').map(({ known }) => known)[0]).toBe('Ayat al-Kursi')
    expect(typed('ayat')[0]?.known).not.toBe('The Three Quls')
  })

  it.each(['', 'al', '  ', '2:255', 'zzz'])('are not meant by "%s"', (text) => {
    expect(typed(text)).toEqual([])
  })

  it('are places that exist, the same in both languages', () => {
    expect(Object.keys(arGoing.famous)).toEqual(Object.keys(enGoing.famous))
    for (const place of Object.keys(enGoing.famous))
      expect([place, parseVerses(place)?.status]).toEqual([place, 'ok'])
  })

  it('are what the parser of places takes them for', () => {
    for (const name of ['Ayat al-Kursi', 'آية الكرسي', 'Ayat an-Nur', 'المعوذتان']) {
      const parsed = parsePlace(name)
      const place = parsed?.status === 'ok' && parsed.place.kind === 'verses' ? parsed.place : null
      expect([name, typed(name)[0]?.verse]).toEqual([name, place?.from])
    }
  })
})

describe('the first places', () => {
  const link = (href: string) => ({ href, name: href })
  const none = { links: [], famous: [], chapters: [], missing: null, isRead: true }

  it('are those that were named, then famous ones, each once', () => {
    const places = { ...none, links: [link('a')], famous: [link('a'), link('b')], chapters: [link('c')] }
    expect(firstPlaces(places, 4).map(({ href }) => href)).toEqual(['a', 'b'])
  })

  it('are chapters whose names start with the text, if it names no place', () => {
    const chapters = ['a', 'b', 'c'].map(link)
    expect(firstPlaces({ ...none, chapters }, 2).map(({ href }) => href)).toEqual(['a', 'b'])
  })
})
