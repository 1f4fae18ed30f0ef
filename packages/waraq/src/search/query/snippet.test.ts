import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages, phraseOf } from '../text/texts.test-support.ts'
import { wordsOf } from '../text/words.ts'
import { fits, match } from './match.ts'
import { parseQuery } from './parse.ts'
import { termsOf, type Query, type Term } from './query.ts'
import { snippetOf } from './snippet.ts'

function snippet(query: string, text: string) {
  const words = wordsOf(text)
  return snippetOf(text, words, match(parseQuery(query), words)?.highlights ?? [])
}

/** With brackets around what is highlighted. */
function written(query: string, text: string): string {
  return snippet(query, text)
    .map((part) => (part.highlighted ? `[${part.text}]` : part.text))
    .join('')
}

describe('highlights', () => {
  it.each([
    ['wor', 'Lord of the worlds, of all worlds', 'Lord of the [worlds], of all [worlds]'],
    ['quran', 'The Qur’ān, the Qurán', 'The [Qur’ān], the [Qurán]'],
    ['homme', 'c’est l’homme', 'c’est [l’homme]'],
    ['mercifull', 'the Merciful', 'the [Merciful]'],
    ['mercy', 'Mercy and merry', '[Mercy] and merry'],
    ['"of the"', 'of a lord of the worlds', 'of a lord [of] [the] worlds'],
    ['رحمن', 'ٱلرَّحۡمَٰنِ رَحۡمَٰنِ', '[ٱلرَّحۡمَٰنِ] [رَحۡمَٰنِ]'],
    ['الرحمن', 'بِسۡمِ ٱللَّهِ ٱلرَّحۡمَٰنِ', 'بِسۡمِ ٱللَّهِ [ٱلرَّحۡمَٰنِ]'],
    ['至仁至慈', '他是至仁至慈的主', '他是[至仁至慈]的主'],
    ['主', '真主是主', '真[主]是[主]'],
    ['真主 主', '真主是主', '[真主]是[主]'],
    ['ışık', 'IŞIK ve isik', '[IŞIK] ve [isik]'],
    ['নেই', 'উপাস্য নেই, তিনি', 'উপাস্য [নেই], তিনি'],
  ])('of %s in %s', (query, text, shown) => expect(written(query, text)).toBe(shown))
})

describe('a snippet', () => {
  const filler = 'abc '.repeat(100).trim()
  it('shows a short text whole', () => expect(written('x', 'a b')).toBe('a b'))
  it('begins before the first hit, and ends at the end of a word', () => {
    const parts = snippet('lord', `${filler} lord ${filler}`)
    const text = parts.map((part) => part.text).join('')
    expect(parts.map((part) => part.highlighted)).toEqual([false, true, false])
    expect(text).toMatch(/^…abc .* lord .* abc…$/)
    expect(text.length).toBeGreaterThan(150)
    expect(text.length).toBeLessThan(200)
    expect(text.indexOf('lord')).toBeLessThan(60)
  })
  it('shows the place where most of the words stand, not the first of one', () => {
    const text = `staff ${filler} moses raised his staff ${filler}`
    expect(written('moses staff', text)).toContain('[moses] raised his [staff]')
  })
  it('begins at the begin where nothing is highlighted', () => {
    const parts = snippet('nothing', filler)
    expect(parts).toHaveLength(1)
    expect(parts[0]!.text).toMatch(/^abc .*abc…$/)
    expect(filler.startsWith(parts[0]!.text.slice(0, -1))).toBe(true)
  })
  it.each([
    ['lord', 'lord', 'abc '],
    ['رحمن', 'ٱلرَّحۡمَٰنِ', 'قَالَ '],
    ['主', '主', '他是至仁至慈的。'],
  ])('has an ellipsis where the text goes on, and nowhere else: %s', (query, hit, word) => {
    const many = word.repeat(Math.ceil(400 / word.length)).trim()
    const ends = (text: string) => {
      const shown = snippet(query, text)
        .map((part) => part.text)
        .join('')
      return [shown.startsWith('…'), shown.endsWith('…')]
    }
    expect(ends(`${word}${hit} ${word}`)).toEqual([false, false])
    expect(ends(`${hit} ${many}`)).toEqual([false, true])
    expect(ends(`${many} ${hit}`)).toEqual([true, false])
    expect(ends(`${many} ${hit}.`)).toEqual([true, false])
    expect(ends(`${many} ${hit} ${many}`)).toEqual([true, true])
  })
  it('is a piece of the text, and what it highlights begins as was asked for', () => {
    let highlighted = 0
    fc.assert(
      fc.property(textAndQuestion, fc.nat(12), ([text, words], cut) => {
        const query = exact(parseQuery(words.slice(0, -cut) || words))
        const terms = termsOf(query)
        const found = wordsOf(text)
        const hit = match(query, found)
        const parts = snippetOf(text, found, hit?.highlights ?? [])
        expect(text).toContain(
          parts
            .map((part) => part.text)
            .join('')
            .replace(/^…|…$/g, ''),
        )
        for (const part of parts.filter((each) => each.highlighted)) {
          const forms = wordsOf(part.text).flatMap((each) => each.forms)
          expect(forms.some((form) => terms.some((term) => fits(term, form)))).toBe(true)
          highlighted++
        }
        expect(parts.some((part) => part.highlighted)).toBe(hit !== undefined && terms.length > 0)
      }),
      { numRuns: 1_000 },
    )
    expect(highlighted).toBeGreaterThan(100)
  })
})

/** A text, and words to look for that may be in it. */
const textAndQuestion = fc.constantFrom(...Object.keys(languages)).chain((language) => {
  const words = fc.array(fc.constantFrom(...languages[language]!), { minLength: 1, maxLength: 3 })
  return fc.tuple(
    phraseOf(language),
    words.map((each) => each.join(' ')),
  )
})

/** The same without tolerance for typing errors. */
function exact(query: Query): Query {
  const strict = (term: Term): Term => ({ ...term, edits: 0, kin: undefined })
  return { ...query, clauses: query.clauses.map(([first, ...rest]) => [strict(first), ...rest.map(strict)]) }
}
