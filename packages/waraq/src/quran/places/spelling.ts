import { transliterated } from './transliterate.ts'

/** Spellings of names that people take for the same, made one. */

/** Signs of one sound each in transliterations: apostrophes, and letters for ayn and hamza. */
const silent = /['’‘`´ʻʼʾʿʹʺˈ＇]/g

/** Latin letters with a mark that changes the sound, as NFKD leaves them. */
const marked: readonly (readonly [RegExp, string])[] = [
  [/ı/g, 'i'],
  [/s[\u0327\u030c\u0326]/g, 'sh'],
  [/c[\u0327\u030c]/g, 'sh'],
  [/g\u030c/g, 'j'],
  [/ə|æ/g, 'a'],
]
/** Accents and Arabic vowel signs. Signs of other scripts are as good as letters and stay. */
const marks = /[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u08d3-\u08ff\u0640]/g

const arabic: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ې: 'ي',
  ة: 'ه',
  ۃ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ک: 'ك',
  ڪ: 'ك',
  // People leave a hamza out; on a carrier it is a mark.
  ء: '',
}

/** Letters without case, accents, vowel signs and apostrophes; Arabic letters as one keyboard writes them, Cyrillic and Indian ones in Latin. The text has to be bounded. */
export function bareLetters(text: string): string {
  let bare = text.replace(silent, '').toLowerCase().normalize('NFKD')
  for (const [sign, letter] of marked) bare = bare.replace(sign, letter)
  return transliterated(
    bare
      .replace(marks, '')
      .replace(/[ٱىیےېةۃہھەکڪء]/g, (letter) => arabic[letter]!)
      .normalize('NFC'),
  )
}

/** What stands before a name, as an article or to join it to the word before. */
const articles: ReadonlySet<string> = new Set(
  'al el ul il l an en un as es us ash esh ush ach asy ats at et ut ath eth ad ed ud adh edh az ez uz adz ar er ur aal aale aali ale ali e i ال'.split(
    ' ',
  ),
)
export function isArticle(word: string): boolean {
  return articles.has(word)
}
const joinedArticle = /^(?:[aeu]l(?=..)|[aeu](sh|th|dh|sy|ts|dz|[nrstdzl])-?(?=\1))/
const arabicArticle = /^ال(?=..)/

/**
 * The sounds of a name in Latin letters, roughly: what languages write in their own ways (Baqarah, Bakara; Yaseen, Yasin; Ach-Chams,
 * Asy-Syams, Şems) becomes one. `hard` reads th, dh and sh as Indonesians do, for ط, ض and ص.
 */
function sounds(letters: string, hard: boolean): string {
  return letters
    .replace(/ee/g, 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/(.)\1+/g, '$1')
    .replace(/sy|ch/g, 'sh')
    .replace(/dj|c/g, 'j')
    .replace(/th|ts/g, hard ? 't' : 's')
    .replace(/dh|dz/g, hard ? 'd' : 'z')
    .replace(/sh/g, hard ? 's' : 'sh')
    .replace(/kh/g, 'h')
    .replace(/gh/g, 'g')
    .replace(/q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/e/g, 'a')
    .replace(/o/g, 'u')
    .replace(/au/g, 'av')
    .replace(/ai/g, 'ay')
    .replace(/^iy/, 'y')
    .replace(/iy|ia/g, (pair) => (pair === 'iy' ? 'y' : 'ya'))
    .replace(/ah$/, 'a')
    .replace(/(.)\1+/g, '$1')
}

/** The key of a name without an article. */
export function nameKey(letters: string): string {
  return /^[a-z]+$/.test(letters) ? sounds(letters, false) : letters
}

/** Keys that the words of a name may stand under, the most likely one first. */
export function nameKeys(words: readonly string[]): string[] {
  let rest = words
  while (rest.length > 1 && articles.has(rest[0]!)) rest = rest.slice(1)
  const name = rest.join('')
  // A spelling of Al-A'la otherwise.
  if (name === '' || name === 'allah') return []
  if (!/^[a-z]+$/.test(name)) return [...new Set([name, name.replace(arabicArticle, '')])]
  const forms = [name, name.replace(joinedArticle, '')]
  return [...new Set(forms.flatMap((form) => [sounds(form, false), sounds(form, true)]))]
}

/** The consonants of a key, for names whose vowels were heard otherwise. */
export function skeleton(key: string): string {
  return key.replace(/[aiu]/g, '').replace(/(.)\1+/g, '$1')
}
