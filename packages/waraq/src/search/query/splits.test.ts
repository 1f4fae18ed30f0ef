import { expect, it } from 'vitest'
import { parseQuery } from './parse.ts'
import { withBlanks } from './splits.ts'

function split(typed: string): string[] {
  const { clauses } = parseQuery(typed)
  return withBlanks(typed, clauses).map((each) =>
    each.map((terms) => terms.map(({ text }) => text).join('+')).join(' '),
  )
}

it.each<[string, string[]]>([
  ['کےلیے', ['كے+ليے', 'كےل+يے']],
  ['goodnews', ['goo+dnews', 'good+news', 'goodn+ews']],
  ['lord mercyof', ['lord mer+cyof', 'lord merc+yof']],
  ['नहींहै', []],
  ['lord', []],
  ['255255', []],
  ['真主至大', []],
  ['«goodnews»', []],
  ['a b c d e f goodnews', []],
  ['pneumonoultramicroscopic', []],
])('%s', (typed, expected) => expect(split(typed)).toEqual(expected))

it('lets the halves be words as they are, or in the letters of the inside of a word', () => {
  const [[[first]]] = withBlanks('جائیگا', parseQuery('جائیگا').clauses) as [[[unknown]]]
  expect(first).toMatchObject({ prefix: false, edits: 0, kin: { attached: [] } })
})
