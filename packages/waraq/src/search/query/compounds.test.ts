import { expect, it } from 'vitest'
import { spellingsOf } from './compounds.ts'

it.each([
  ['l heure', ['l heure', 'lheure', 'heure']],
  ["l'heure", ["l'heure", 'l heure', 'lheure', 'heure']],
  ['allah s mercy', ['allah s mercy', 'allah smercy', 'allahs mercy', 'allah mercy']],
  ['rahmat-Nya', ['rahmatNya', 'rahmat-Nya', 'rahmat Nya']],
  ['hari hari', ['harihari', 'hari hari']],
  ['hari2', ['harihari', 'hari2']],
  ['ever lasting', ['ever lasting', 'everlasting']],
  ['می\u200cخواهد', ['می\u200cخواهد', 'می خواهد']],
  ['و الأرض', ['و الأرض', 'والأرض', 'الأرض']],
  ['真 主', ['真主', '真 主']],
  ['真主 至 大', ['真主 至大', '真主 至 大']],
  ['255-257', ['255-257']],
  ['a', ['a']],
  ['«l heure»', ['«l heure»']],
  ['lord of mercy', ['lord of mercy', 'lordof mercy', 'lord ofmercy']],
  [
    'among schönen među',
    ['among schönen među', 'amongschönen među', 'among schönenmeđu', 'among schoenen medju'],
  ],
  ['one two three four five six seven', ['one two three four five six seven']],
])('%s may be meant as', (typed, spellings) => {
  const found = [...new Set(spellingsOf(typed).map((each) => each.replace(/\s+/g, ' ').trim()))]
  expect(found).toEqual(spellings)
})

it('takes no longer the longer the text is than in proportion', () => {
  for (const text of ['a '.repeat(2_048), '真 '.repeat(2_048), 'a-'.repeat(2_048), 'ab '.repeat(1_365)])
    expect(spellingsOf(text).length).toBeLessThan(8)
})
