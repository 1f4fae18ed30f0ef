import { describe, expect, it } from 'vitest'
import { wordsOf } from '../text/words.ts'
import { match } from './match.ts'
import { parseQuery } from './parse.ts'

/** The text with what is highlighted in brackets, by the number of its clause; undefined where it is no hit. */
function shown(query: string, text: string): string | undefined {
  const found = match(parseQuery(query), wordsOf(text))
  return found?.highlights
    .toReversed()
    .reduce(
      (marked, { start, end, clause }) =>
        `${marked.slice(0, start)}${clause}[${marked.slice(start, end)}]${marked.slice(end)}`,
      text,
    )
}

describe('a text fulfils a query', () => {
  it.each([
    ['mercy', 'Lord of mercy, of Mercy', 'Lord of 0[mercy], of 0[Mercy]'],
    ['mercy lord', 'Lord of mercy', '1[Lord] of 0[mercy]'],
    ['mercy wrath', 'Lord of mercy', undefined],
    // Words in quotes follow each other.
    ['"of mercy"', 'Lord of mercy', 'Lord 0[of] 0[mercy]'],
    ['"lord mercy"', 'Lord of mercy', undefined],
    ['"mercy lord"', 'Lord of mercy', undefined],
    // The last word may still be under way.
    ['mer', 'Lord of mercy', 'Lord of 0[mercy]'],
    ['mer lord', 'Lord of mercy', undefined],
    // Words that nearly fit count only where none fits.
    ['merccy ', 'Lord of mercy', 'Lord of 0[mercy]'],
    ['mercy ', 'mercy mercs', '0[mercy] mercs'],
  ])('%j in %j: %s', (query, text, expected) => expect(shown(query, text)).toBe(expected))
})
