import { describe, expect, it } from 'vitest'
import type { SafeElement, SafeNode, SafeTag } from './safe-node.ts'
import { markScripts } from './scripts.ts'

const arabic = (...children: SafeNode[]) => ({ tag: 'span', lang: 'ar', dir: 'rtl', children })
const rtl = (...children: SafeNode[]) => ({ tag: 'span', dir: 'rtl', children })
const latin = (...children: SafeNode[]) => ({ tag: 'span', lang: 'und-Latn', dir: 'ltr', children })
const element = (tag: SafeTag, children: SafeNode[], more: Partial<SafeElement> = {}): SafeElement => ({
  tag,
  ...more,
  children,
})

describe('words of Arabic in another text', () => {
  it.each<[string, SafeNode[], unknown]>([
    ['none', ['Say: He is Allah'], ['Say: He is Allah']],
    ['one', ['the word قال means'], ['the word ', arabic('قال'), ' means']],
    [
      'several, with what stands between them',
      ['He said to them: «قُلْ هُوَ، ٱللَّهُ (١) أَحَدٌ». So'],
      ['He said to them: «', arabic('قُلْ هُوَ، ٱللَّهُ (١) أَحَدٌ'), '». So'],
    ],
    [
      'apart where other words are between',
      ['قال and قل again'],
      [arabic('قال'), ' and ', arabic('قل'), ' again'],
    ],
    ['no digits and commas alone', ['one، two ٣'], ['one، two ٣']],
    ['words of Urdu: no language', ['the word پانی here'], ['the word ', rtl('پانی'), ' here']],
    [
      'beside a footnote',
      ['aaa قل', { tag: 'footnote', id: 1, mark: 'ب' }],
      ['aaa ', arabic('قل'), { tag: 'footnote', id: 1, mark: 'ب' }],
    ],
  ])('%s', (_, nodes, marked) => expect(markScripts(nodes)).toEqual(marked))

  it('give language and direction to an element that has nothing else', () => {
    const verse = element('p', ['قال ', element('b', ['الله']), ' (2:255)'])
    expect(markScripts(['The words of the verse are these', verse])).toEqual([
      'The words of the verse are these',
      { ...verse, lang: 'ar', dir: 'rtl' },
    ])
    const inline = element('span', ['قال'])
    expect(markScripts([element('p', ['The word ', inline, ' means'])])).toEqual([
      element('p', ['The word ', { ...inline, lang: 'ar', dir: 'rtl' }, ' means']),
    ])
  })

  it('give them to a block that has most of its letters in them, and its other words have theirs', () => {
    expect(markScripts(['A long text about many things', element('p', ['بسم الله الرحمن Allah'])])).toEqual([
      'A long text about many things',
      element('p', ['بسم الله الرحمن ', latin('Allah') as SafeNode], { lang: 'ar', dir: 'rtl' }),
    ])
  })

  it('leave what the text says itself', () => {
    const said = element('p', ['قال'], { lang: 'ur', dir: 'ltr' })
    expect(markScripts(['Some words before', said])).toEqual(['Some words before', said])
    expect(markScripts(['Some words before', element('p', ['قال'], { lang: 'ur' })])).toEqual([
      'Some words before',
      element('p', ['قال'], { lang: 'ur', dir: 'rtl' }),
    ])
  })
})

describe('a text of Arabic script', () => {
  it.each<[string, SafeNode[], unknown]>([
    ['alone is as it is', ['قال الله (2:255)'], ['قال الله (2:255)']],
    ['with words of Latin', ['قال الله تعالى Al-Baqarah 2'], ['قال الله تعالى ', latin('Al-Baqarah'), ' 2']],
    [
      'with words of Cyrillic',
      ['قال الله تعالى Бог'],
      ['قال الله تعالى ', { tag: 'span', dir: 'ltr', children: ['Бог'] }],
    ],
  ])('%s', (_, nodes, marked) => expect(markScripts(nodes)).toEqual(marked))

  it('within a page of the other direction is marked all the same', () => {
    expect(markScripts(['قال الله'], { dir: 'ltr' })).toEqual([arabic('قال الله')])
    expect(markScripts(['Say'], { dir: 'rtl' })).toEqual([latin('Say')])
    expect(markScripts(['قال الله Say'], { dir: 'ltr' })).toEqual([arabic('قال الله'), ' Say'])
  })
})

it('takes time that grows with the text', () => {
  const text = 'قل a '.repeat(50_000)
  expect(markScripts([text], { dir: 'ltr' }).length).toBe(100_000)
})
