import { describe, expect, it } from 'vitest'
import { direction, footnoteId, httpsAddress, languageTag } from './attributes.ts'

describe('attributes', () => {
  it('a language is well-formed, and spelt as it should be', () => {
    expect(['ar', ' EN-gb ', 'zh-hant-TW'].map(languageTag)).toEqual(['ar', 'en-GB', 'zh-Hant-TW'])
    expect(['', 'a', 'no language', 'en_GB', 'x"y'].map(languageTag)).toEqual(Array(5).fill(undefined))
  })

  it('a direction is one of three', () => {
    expect(['ltr', ' RTL', 'auto'].map(direction)).toEqual(['ltr', 'rtl', 'auto'])
    expect(['', 'up', 'rtl ltr'].map(direction)).toEqual(Array(3).fill(undefined))
  })

  it('an address is absolute or a path of the service’s site, https, not too long, and holds no name or password', () => {
    expect(httpsAddress(' HTTPS://Example.org/x y ')).toBe('https://example.org/x%20y')
    const refused = [
      'http://a.example',
      '//a.example',
      '/\\a.example',
      '//user@a.example/',
      '#note',
      'x',
      '',
      'javascript:https://a.example',
      'https://u@a.example',
      'https://u:p@a.example',
      'https://',
      `https://a.example/${'x'.repeat(2_048)}`,
    ]
    expect(['/2/255', ' /2:255?x=1'].map(httpsAddress)).toEqual([
      'https://quran.com/2/255',
      'https://quran.com/2:255?x=1',
    ])
    expect(refused.map(httpsAddress)).toEqual(refused.map(() => undefined))
  })

  it('the id of a footnote is a positive integer', () => {
    expect(['254011', ' 7\n'].map(footnoteId)).toEqual([254011, 7])
    expect(['0', '-1', '1.0', '0x1', '1e3', '', '９', '9007199254740993'].map(footnoteId)).toEqual(
      Array(8).fill(undefined),
    )
  })
})
