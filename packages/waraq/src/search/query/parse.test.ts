import { describe, expect, it } from 'vitest'
import { parseQuery, interpretationsOf } from './parse.ts'
import type { Query } from './query.ts'
import { splitBySegmenter } from './split-run.ts'

/** `word*` begins so, `word~1` may have so many letters wrong; what has to follow each other stands together. */
function written({ clauses }: Query): string[] {
  return clauses.map((clause) =>
    clause
      .map(({ text, prefix, edits }) => `${text}${prefix ? '*' : ''}${edits > 0 ? `~${edits}` : ''}`)
      .join(' '),
  )
}

describe('parseQuery', () => {
  it.each([
    ['lord', ['lord*']],
    ['Lord of the WOR', ['lord', 'of', 'the', 'wor*']],
    ['merciful lord', ['merciful~1', 'lord*']],
    ['compassionate one', ['compassionate~2', 'one*']],
    ['lord lord lor', ['lord', 'lor*']],
    ["l'homme Qurán", ['lhomme~1', 'quran*~1']],
    ['"lord of" the', ['lord of', 'the*']],
    ['the "lord of"', ['the', 'lord of']],
    ['the “lord of the wor', ['the', 'lord of the wor*']],
    ['«seigneur de l’univers»', ['seigneur de lunivers']],
    ['"merciful"', ['merciful']],
    ['12345', ['12345*']],
    ['الرَّحۡمَٰن', ['الرحمن*~1']],
    ['真主', ['真主*']],
    ['主', ['主*']],
    ['至仁至慈', ['至仁 仁至 至慈*']],
    ['"真主 至大"', ['真主 主 至大']],
    ['真主 lord', ['真主', 'lord*']],
    ['', []],
    ['  … ', []],
    ['""', []],
  ])('%s', (text, clauses) => expect(written(parseQuery(text))).toEqual(clauses))

  it('looks at no more than 32 words', () => {
    const words = Array.from({ length: 500 }, (_, index) => `w${index}`)
    expect(parseQuery(words.join(' ')).clauses).toHaveLength(32)
  })
  it('looks at no more than 64 terms, of a phrase too', () => {
    const words = Array.from({ length: 500 }, (_, index) => `w${index}`)
    const { clauses } = parseQuery(`"${words.join(' ')}" more`)
    expect(clauses.flat()).toHaveLength(64)
  })
  it.each([
    ['2:255', 2, 255],
    [' 2 : 255 ', 2, 255],
    ['٢:٢٥٥', 2, 255],
    ['۲:۲۵۵', 2, 255],
    ['২:২৫৫', 2, 255],
    ['2：255', 2, 255],
    ['002:007', 2, 7],
    ['\u200f٢:٢٥٥', 2, 255],
  ])('%s is a verse, and looked for as a reference to it', (text, chapter, verse) => {
    const query = parseQuery(text)
    expect(query.verses).toEqual([{ chapter, verse }])
    expect(written(query)[0]!.split(' ').map(Number)).toEqual([chapter, verse])
  })
  it.each(['2', '2:', ':255', '2:255:1', '2:2555', '0:1', '1:0', 'john 3:16', 'baqarah'])(
    '%s is no verse',
    (text) => expect(parseQuery(text).verses).toEqual([]),
  )
  it('looks for the words beside the verses that they name', () => {
    const query = parseQuery('Baqarah 255-256')
    expect(query.verses).toHaveLength(2)
    expect(written(query)).toHaveLength(3)
  })
})

describe('readingsOf', () => {
  it('has one for scripts with spaces', () =>
    expect(interpretationsOf('lord of "the worlds"')).toHaveLength(1))
  it('looks for text without spaces as it stands, then for its words', () => {
    const split = () => ['至仁', '至慈', '的']
    expect(interpretationsOf('至仁至慈的', split).map(written)).toEqual([
      ['至仁 仁至 至慈 慈的*'],
      ['至仁', '至慈', '的*'],
    ])
  })
  it('leaves phrases as they are', () => {
    expect(interpretationsOf('"真主至大"', () => ['真主', '至大'])).toHaveLength(1)
  })
  it("cuts by the browser's dictionary", () => {
    expect(splitBySegmenter()('พระเจ้าทรงกรุณา').length).toBeGreaterThan(1)
  })
  it('does without one', () => {
    expect(splitBySegmenter(null as never)('真主至大')).toEqual(['真主至大'])
  })
})
