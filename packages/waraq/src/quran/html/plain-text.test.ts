import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('plain text', () => {
  it.each([
    ['text as it is', 'In the name', 'In the name'],
    ['spaces that do not break as they are', ' In \n\t the\u00a0name ', 'In the\u00a0name'],
    ['markup within a word', '<b>A</b>llah <i>is</i> <span class="x">One</span>', 'Allah is One'],
    ['paragraphs and breaks apart', '<h2>Title</h2><p>One</p><p>Two<br>three</p>', 'Title\nOne\nTwo\nthree'],
    [
      'lists apart, and unknown elements not',
      '<ul><li>a</li><li>b</li></ul><strange>c</strange>d',
      'a\nb\ncd',
    ],
    ['tables apart', '<table><caption>a</caption><tr><th>b</th><td>c</td></tr></table>d', 'a\nb\nc\nd'],
    ['what opens apart', '<details><summary>a</summary>b</details>c', 'a\nb\nc'],
    ['entities', 'Adam &amp; Eve &lt;3 &#x627;&#1604; &nbsp;&eacute;', 'Adam & Eve <3 ال \u00a0é'],
    ['what is no entity', 'AT&T & more', 'AT&T & more'],
    ['a footnote mark left out', 'Lord<sup foot_note=254011>1</sup> of all', 'Lord of all'],
    ['a quoted one', 'Lord<sup foot_note="254011"><i>1</i></sup>, of', 'Lord, of'],
    ['any other raised text', '2<sup>nd</sup>', '2nd'],
    ['nothing of scripts, styles and comments', 'a<script>b</script><style>c</style><!-- d -->e', 'ae'],
    ['nothing of templates', 'a<template>b</template>c', 'ac'],
    ['broken markup', '<p>one <b>two', 'one two'],
    ['nothing of attributes', '<a href="https://x.example/a>b">here</a>', 'here'],
    ['empty', '', ''],
  ])('has %s', (_, html, text) => expect(plainText(html)).toBe(text))

  it('is the words, with references as characters', () => {
    expect(plainText('In the name of God')).toBe('In the name of God')
    expect(plainText('a &amp; b &lt;c&gt; &#1601; 1 < 2 &unknown;')).toBe('a & b <c> ف 1 < 2 &unknown;')
    expect(plainText('a<b>b</b>c <i lang=ar>d</i>')).toBe('abc d')
  })

  it('has a block a line, and no empty ones', () => {
    const html =
      '<h2>Title</h2>\n<p>one\n  two </p><p> </p><div><p>three<br>four</p></div>five<ul><li>six<li>seven</ul>'
    expect(plainText(html)).toBe('Title\none two\nthree\nfour\nfive\nsix\nseven')
  })

  it('leaves marks of footnotes out, but not what is none', () => {
    expect(
      plainText('word<sup foot_note=254011>1</sup>, and<sup class=x foot_note="7"><i>2</i></sup>.'),
    ).toBe('word, and.')
    expect(plainText('x<sup>2</sup> y<sup foot_note=0>3</sup>')).toBe('x2 y3')
    expect(plainText('word<sup foot_note=1>1 and the rest')).toBe('word1 and the rest')
    expect(plainText('<p>word<sup foot_note=1>1 and</p><p>the rest</p>')).toBe('word1 and\nthe rest')
    expect(plainText('a<sup foot_note=1>1<sup foot_note=2>2</sup>b')).toBe('a1b')
  })

  it('leaves out what is not words', () => {
    expect(plainText('a<script>b</script><style>c</style><!-- d --><svg><svg>e</svg>f</svg>g')).toBe('ag')
    expect(plainText('a<svg/>b</svg><img alt=x>c<![CDATA[d]]><?e ?>')).toBe('ac')
    expect(plainText('a<object>b<p>c</p></object>')).toBe('a')
  })

  it('takes no time that grows faster than the text', { timeout: 60_000 }, () => {
    const much = ['<div>', '<b a="', '<!--', '&#32;', '& ', '</q>', '<svg>', '<sup foot_note=1>']
    for (const piece of much) expect(plainText(`words<p>${piece.repeat(500_000)}`)).toMatch(/^words/)
  })

  it('gives escaped characters back', () => {
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = text.replace(/[ \t\n\r\f]+/g, ' ').trim()
        expect(plainText(`<p>${escaped(text)}</p>`)).toBe(words)
      }),
    )
  })
})
