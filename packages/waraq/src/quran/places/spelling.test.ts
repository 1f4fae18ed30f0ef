import { expect, it } from 'vitest'
import { bareLetters, nameKey, nameKeys, skeleton } from './spelling.ts'

it.each([
  ['baqara', 'Baqarah', 'Bakara', 'Al-Baqarah', 'El-Bakara'],
  ['shams', 'Shams', 'Şems', 'Ach-Chams', 'Asy-Syams', 'Ash-Shams'],
  ['yasin', 'Yaseen', 'Yâsîn', 'Yāsīn'],
  ['kawthar', 'Kausar', 'Kevser', 'Al-Kautsar'],
  ['بقره', 'البقرة', 'بقرہ', 'ٱلۡبَقَرَةِ'],
  ['اسرا', 'الإسراء', 'اسراء'],
])('%s', (name, ...spellings) => {
  for (const each of spellings)
    expect([each, nameKeys(bareLetters(each).split('-'))]).toEqual([
      each,
      expect.arrayContaining([nameKey(name)]),
    ])
})

it('the consonants stay', () => expect(skeleton(nameKey('baqarah'))).toBe('bkr'))
