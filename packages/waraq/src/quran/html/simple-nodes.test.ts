import { describe, expect, it } from 'vitest'
import { simpleNodes } from './simple-nodes.ts'

describe('a simple text', () => {
  it.each([
    ['', []],
    ['In the name of Allah', ['In the name of Allah']],
    [' with > and\r\nwhite space ', [' with > and\r\nwhite space ']],
    [
      'Guidance<sup foot_note=254011>1</sup> for <sup foot_note="7">2</sup>',
      [
        'Guidance',
        { tag: 'footnote', id: 254011, mark: '1' },
        ' for ',
        { tag: 'footnote', id: 7, mark: '2' },
      ],
    ],
    ["<sup foot_note='7'></sup>", [{ tag: 'footnote', id: 7, mark: '' }]],
  ])('%j is its words and marks', (html, nodes) => expect(simpleNodes(html)).toEqual(nodes))

  it.each([
    'a &amp; b',
    '<b>bold</b>',
    'a < b',
    '<sup>1</sup>',
    '<sup foot_note=0>1</sup>',
    '<sup foot_note=99999999999999999999>1</sup>',
    '<sup foot_note="7>1</sup>',
    '<sup foot_note=7 onclick=x>1</sup>',
    '<sup foot_note=7><b>1</b></sup>',
    '<sup foot_note=7>1',
    '<SUP FOOT_NOTE=7>1</SUP>',
    ' before <sup foot_note=7>1</sup>',
    'a\rb<sup foot_note=7>1</sup>',
    'a\0b<sup foot_note=7>1</sup>',
    `${'a'.repeat(32_768)}<sup foot_note=7>1</sup>`,
  ])('%j is none', (html) => expect(simpleNodes(html)).toBeUndefined())

  it('is told in time that grows with its length', () => {
    const html = '<sup foot_note=7>1</sup>a'.repeat(1_300)
    expect(simpleNodes(html)).toHaveLength(2_600)
    expect(simpleNodes(`${html}<`)).toBeUndefined()
  })
})
