import { expect, it } from 'vitest'
import { transliterated } from './transliterate.ts'

it.each([
  ['бакара', 'bakara'],
  ['аль-фатиха', 'al-fatiha'],
  ['қуръон', 'quron'],
  ['বাকারা', 'bakara'],
  ['আয়াত', 'ayat'],
  ['যিলযাল', 'zilazal'],
  ['ফাতিহা', 'fatiha'],
  ['बक़रा', 'bakara'],
  ['ज़िलज़ाल', 'zilazal'],
  ['यासीन', 'yasin'],
  ['യാസീൻ', 'yasin'],
  ['யாசின்', 'yacin'],
  ['yasin', 'yasin'],
  ['يس', 'يس'],
])('%s is %s', (name, latin) => expect(transliterated(name.normalize('NFC'))).toBe(latin))
