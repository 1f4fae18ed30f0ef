import { expect, it } from 'vitest'
import { isByEnglishWord, namedReferences } from './named-references.ts'

/** The text with its references in angle brackets, and where they lead. */
function marked(text: string): string {
  let done = 0
  let all = ''
  for (const { start, end, from, to } of namedReferences(text)) {
    all += `${text.slice(done, start)}<${text.slice(start, end)}=${from === to ? from : `${from}-${to}`}>`
    done = end
  }
  return all + text.slice(done)
}

it.each([
  'See <Al-Baqarah 255=2:255>.',
  'in <Surah Al-Baqarah, verse 255=2:255>, and in <Surah An-Nisa verse 34=4:34> too',
  '<Surah Al-Baqarah verses 255-257=2:255-2:257>.',
  'see <Baqarah 255=2:255> and <Al-Imran 18=3:18>',
  '<Surat al-Kahf 9=18:9>; <Surat al-Isra’ 1=17:1>',
  'He says in <Surah Luqman, verse 13=31:13> that',
  '<Surah Luqman 13=31:13>: O my son',
  '<Surah Mary, verse 19=19:19>',
  'as <verse 255 of Surah Al-Baqarah=2:255> says',
  '<Verse 255 of al-Baqarah=2:255>',
  '<Al-Baqarah (2), verse 255=2:255>',
  '<Al-Baqarah, verse 2=2:2>',
  'قال في <سورة البقرة آية ٢٥٥=2:255> وغيرها',
  'انظر <سورة النساء، الآية ٣=4:3>.',
  'في <سورة آل عمران ١٨=3:18>، وفي',
  'في <الآية ٢٥٥ من سورة البقرة=2:255> أن',
  '<سوره بقره آیه ۲۵۵=2:255> را',
  '<سورہ بقرہ آیت نمبر ۲۵۵=2:255> میں',
  '<Bakara suresi, 255=2:255>. ayet',
  'Bkz. <Bakara 255=2:255>; ',
  '<sourate Al-Baqara, verset 255=2:255> ;',
  'siehe <Sure al-Baqara, Vers 255=2:255>.',
  'lihat <surat Al-Baqarah ayat 255=2:255> dan',
  '<сура аль-Бакара, аят 255=2:255>',
  '<সূরা বাকারা, আয়াত ২৫৫=2:255>',
])('finds %s', (text) => {
  expect(marked(text.replaceAll(/<([^>=]*)(?:=[^>]*)?>/g, '$1'))).toBe(text)
})

it.each([
  'the cow 5',
  'The Cow 5.',
  'Mary 19',
  'Mary 19.',
  'Joseph, 12',
  'Joseph verse 5',
  'Luqman 3 times',
  'Luqman 3.',
  'recite Surah al-Ikhlas 3 times',
  'Surah Al-Baqarah has 286 verses',
  'Surah Al-Baqarah 286 verses',
  'Surah Yasin 41 times',
  'سورة الإخلاص ٣ مرات',
  'سورة البقرة 286 آية',
  'من النساء ٤',
  'عدد النساء: 4',
  'القمر 14.',
  'Surah Al-Baqarah 2',
  'Surah Ya-Sin (36)',
  'Al-Baqarah 300',
  'al-Fajr 2 rakats',
  'at Mary 19',
  'as Joseph 5, ',
  'light 5, Light 35.',
  'Deuteronomy 9, Jonah 3, Job 5',
  'Al-Tabari 255',
  'Surah Al-Baqarah 255:3',
  'Al-Baqarah 25.5',
  'In 255 AH',
  'an Asr 4',
  'Elmas 5, Altın 5',
  'Surah 5',
  '255',
])('finds none in %s', (text) => expect(marked(text)).toBe(text))

it.each([
  ['Mary 19', true],
  ['The Cow, verse 255', true],
  ['Surah Mary 19', false],
  ['Maryam 19', false],
])('%s is by an English word: %s', (text, is) => expect(isByEnglishWord(text)).toBe(is))

it('takes time in proportion to the length', () => {
  for (const piece of ['Surah ', 'al-', 'a', '5 ', 'verse 5 of ', 'Al-Baqarah 255, '])
    namedReferences(piece.repeat(20_000 / piece.length))
})
