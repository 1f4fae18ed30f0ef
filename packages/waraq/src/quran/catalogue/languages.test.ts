import { languages } from '../../../../sandbox/src/content/languages.ts'
import { expect, it } from 'vitest'
import { textLanguage } from './languages.ts'

it('a name of the service stands for a language, its tag and direction', () => {
  expect(textLanguage('urdu')).toEqual({ name: 'Urdu', tag: 'ur', direction: 'rtl' })
  expect(textLanguage(' Central Khmer ')).toEqual({ name: 'Central Khmer', tag: 'km', direction: 'ltr' })
  expect(textLanguage('divehi, dhivehi, maldivian')).toMatchObject({ tag: 'dv', direction: 'rtl' })
  expect(textLanguage('uighur, uyghur')).toMatchObject({ tag: 'ug', direction: 'rtl' })
  // Kurdish is written in both directions; the browser takes the direction from the text.
  expect(textLanguage('kurdish')).toMatchObject({ tag: 'ku', direction: 'auto' })
})

it('a name that is not known gets no tag', () => {
  expect(textLanguage('klingon')).toEqual({ name: 'Klingon', direction: 'auto' })
  for (const none of [null, undefined, '', '  '])
    expect(textLanguage(none)).toEqual({ name: null, direction: 'auto' })
  expect(textLanguage('constructor')).toEqual({ name: 'Constructor', direction: 'auto' })
})

it('every language of the sandbox is known, by a tag that is valid', () => {
  for (const { name, iso } of Object.values(languages)) expect(textLanguage(name).tag).toBe(iso)
})
