import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findVerseReferences } from './verse-references.ts'

/** The text with its references in angle brackets, and where they lead if that is not what they say. */
function marked(text: string): string {
  let done = 0
  let all = ''
  for (const { start, end, from, to } of findVerseReferences(text)) {
    const verses = from === to ? from : `${from}-${to}`
    const words = text.slice(start, end)
    all += `${text.slice(done, start)}<${words}${words === verses ? '' : `=${verses}`}>`
    done = end
  }
  return all + text.slice(done)
}

describe('findVerseReferences', () => {
  it.each([
    'See <7:23> and <2:37>.',
    'as in <2:255-2:257>; cf. <3:5>, <3:7>',
    'Compare <2:285-3:5>',
    '(<7:23>)',
    'Surah <7:23>, Qur’an <4:171>. In <5:116> God says',
    'Yunus <10:94>',
    'Jonah <10:94>',
    'См. <7:23>',
    'Véase <7:23>',
    '<7:23>ff. and <7:24>f',
    'S<7:23>, Q<7:24>',
    '参看<7:23>和<7:24>',
    'Al-A‘raf <7:23>',
    'this <٧:٢٣=7:23> and <২:২৫৫=2:255>',
    'أي قوله [<البقرة: 255=2:255>] و(<سورة النساء: ٣=4:3>)',
    '(<Al-Baqarah: 255=2:255>)',
    '[<Surah An-Nisa 4:3=4:3>]',
    '(<البقرة: ٢٥٥=2:255>؛ <آل عمران: ١٨=3:18>)',
    '[<البقرة: ٢٥٥=2:255>، <آل عمران: ١٨=3:18>]',
    '(<Al-Baqarah, 255=2:255>; <Al Imran, 18=3:18>)',
    '(see <Al-Baqarah 255=2:255>)',
    'See <Al-Baqarah 255=2:255>, <3:18> and <Surah An-Nisa, verse 34=4:34>.',
    '<سورة البقرة آية ٢٥٥=2:255>، <٣:١٨=3:18>',
    '(<The Cow: 255=2:255>)',
    'Deut 9:9; 10:4, 5:6 and <7:23>'.replace(' and <7:23>', '. See <7:23>'),
  ])('finds %s', (text) => {
    expect(marked(text.replaceAll(/<([^>=]*)(?:=[^>]*)?>/g, '$1'))).toBe(text)
  })
  it.each([
    'Deut 9:9',
    'Deuteronomy 9:9',
    '(Deut. 9:9)',
    'deut 9:9 and 10:4',
    '1 Kings 8:27',
    'I Cor. 13:4',
    'Jonah 1:3',
    'Enoch 5:3',
    'متى 5:3',
    'at 9:30 am',
    '9:30 p.m.',
    'at 9:30',
    'ratio 3:2, a 2:1 ratio',
    'vol. 2:45',
    'p. 2:45',
    '2024-11:27',
    '(تكوين 1:1)',
    '约翰福音 3:16',
    '创世记1:1',
    'استثنا 9:9',
    'মথি 5:3',
    'मत्ती 5:3',
    '7:23fig',
    '2:300 and 115:1',
    '1:1:1',
    'a2:255',
    '2:255b',
    '2024:11',
    '12.2:3',
    '(Mary 19)',
    '(Luqman 3 times)',
    'the cow 5, Mary 19, light 35, Luqman 3 times',
    'Gen 2:7, Qur’an, 2:7 o’clock',
    'nothing here (of any kind) at all',
  ])('finds none in %s', (text) => expect(marked(text)).toBe(text))
  it('is in order, without overlaps, for any text', () => {
    const piece = fc.constantFrom(
      '7:23',
      ' ',
      '[',
      ']',
      '(',
      'Deut',
      'البقرة',
      'Al-Baqarah 255',
      'Surah An-Nisa, verse 34',
      ',',
      ':',
      '255',
      '-',
      ';',
      '٢',
      'a',
      '\n',
      'and',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        let done = 0
        for (const { start, end } of findVerseReferences(pieces.join(''))) {
          expect(start).toBeGreaterThanOrEqual(done)
          expect(end).toBeGreaterThan(start)
          done = end
        }
      }),
      { numRuns: 300 },
    )
  })
})
