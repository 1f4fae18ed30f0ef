import { describe, expect, it } from 'vitest'
import { afterChoice, isIn, nothingChosen, rangeOf } from '../../demo/src/reading/range/verse-range.ts'
import { displayRange } from '../../demo/src/reading/verse-name.ts'
import { parseRoute, shortHref } from '../../demo/src/routes/route.ts'
import { ar } from '../../demo/src/words/ar.ts'
import { en } from '../../demo/src/words/en.ts'

const chosen = (...verses: readonly string[]) => rangeOf(verses.reduce(afterChoice, nothingChosen))

describe('the verses that a person chooses', () => {
  it.each<[choices: string[], range: { from: string; to: string } | null]>([
    [[], null],
    [['2:255'], { from: '2:255', to: '2:255' }],
    [['2:255', '2:257'], { from: '2:255', to: '2:257' }],
    [['2:257', '2:99'], { from: '2:99', to: '2:257' }],
    [['3:1', '2:286'], { from: '2:286', to: '3:1' }],
    // Another end takes the place of the one before.
    [['2:255', '2:257', '2:256'], { from: '2:255', to: '2:256' }],
    [['2:255', '2:257', '2:255'], null],
  ])('%j', (choices, range) => {
    expect(chosen(...choices)).toEqual(range)
  })
  it('are all from one end to the other', () => {
    const range = { from: '2:285', to: '3:2' }
    expect(['2:284', '2:285', '2:286', '3:1', '3:2', '3:3'].filter((key) => isIn(range, key))).toEqual([
      '2:285',
      '2:286',
      '3:1',
      '3:2',
    ])
    expect(isIn(null, '2:255')).toBe(false)
  })
})

describe('a range has', () => {
  const name = () => 'Al-Baqarah'
  it.each<[from: string, to: string, english: string, arabic: string]>([
    ['2:255', '2:255', 'Al-Baqarah, verse 255', 'Al-Baqarah، الآية ٢٥٥'],
    ['2:255', '2:256', 'Al-Baqarah, verses 255 to 256', 'Al-Baqarah، الآيتان ٢٥٥ و٢٥٦'],
    ['2:255', '2:257', 'Al-Baqarah, verses 255 to 257', 'Al-Baqarah، الآيات من ٢٥٥ إلى ٢٥٧'],
    [
      '2:286',
      '3:1',
      'Al-Baqarah, verse 286 to Al-Baqarah, verse 1',
      'من Al-Baqarah، الآية ٢٨٦ إلى Al-Baqarah، الآية ١',
    ],
  ])('a name: %s to %s', (from, to, english, arabic) => {
    expect([en, ar].map((words) => displayRange({ from, to }, name, words))).toEqual([english, arabic])
  })
  it.each([
    ['2:255', '2:255', '#/2:255'],
    ['2:255', '2:257', '#/2:255-257'],
    ['2:285', '3:5', '#/2:285-3:5'],
  ])('a short address that leads to it: %s to %s', (from, to, href) => {
    expect(shortHref({ from, to })).toBe(href)
    expect(parseRoute(href)).toEqual({
      page: 'chapter',
      chapter: 2,
      verse: Number(from.slice(2)),
      ...(to !== from && { to }),
    })
  })
})
