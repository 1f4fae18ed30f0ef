import { expect, it } from 'vitest'
import { separateCells } from './blocks.ts'

it.each([
  ['<td>one</td><td>two</td>', '\n<td>one</td>\n\n<td>two</td>\n'],
  ['<TR class=x><Th/>', '\n<TR class=x>\n<Th/>'],
  ['a<tdx>b</tdx><table>c</table><thing>', 'a<tdx>b</tdx><table>c</table><thing>'],
])('%j is %j', (html, separated) => expect(separateCells(html)).toBe(separated))

it('takes time that grows with the text', () => {
  expect(separateCells('</td '.repeat(200_000))).toHaveLength(1_000_000)
})
