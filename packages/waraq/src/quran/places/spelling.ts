import { transliterated } from './transliterate.ts'

/** Unifies spellings of names that people treat as the same. */

/** Signs that transliterations use for one sound: apostrophes, and letters for ayn and hamza. */
const silent = /['’‘`´ʻʼʾʿʹʺˈ＇]/g

/** U+06D3 in NFKD form: Urdu گاۓ is گائے. */
const yehWithHamza = /ے\u0654/g

/** Latin letters with a mark that changes the sound, in NFKD form. */
const marked: readonly (readonly [RegExp, string])[] = [
  [/ı/g, 'i'],
  [/s[\u0327\u030c\u0326]/g, 'sh'],
  [/c[\u0327\u030c]/g, 'sh'],
  [/g\u030c/g, 'j'],
  [/ə|æ/g, 'a'],
]
/** Accents and Arabic vowel signs. Signs of other scripts count as letters and stay. */
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
  // People omit a hamza. On a carrier it is a mark.
  ء: '',
}

/**
 * Removes case, accents, vowel signs and apostrophes. Converts Arabic letters to those of one keyboard, and Cyrillic and Indian
 * letters to Latin ones. The text must have a limited length.
 */
export function bareLetters(text: string): string {
  let bare = text.replace(silent, '').toLowerCase().normalize('NFKD').replace(yehWithHamza, 'يے')
  for (const [sign, letter] of marked) bare = bare.replace(sign, letter)
  return transliterated(
    bare
      .replace(marks, '')
      .replace(/[ٱىیےېةۃہھەکڪء]/g, (letter) => arabic[letter]!)
      .normalize('NFC'),
  )
}

/** Words before a name: articles, and particles that join the name to the preceding word. */
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
/** The word for chapter, which Chinese and Japanese write behind a name, without a blank. */
const chineseChapter = /(?<=\p{sc=Han})章$/u

/**
 * The approximate sounds of a name in Latin letters. Spellings of different languages (Baqarah, Bakara; Yaseen, Yasin;
 * Ach-Chams, Asy-Syams, Şems) become the same. `hard` reads th, dh and sh as Indonesians do, for ط, ض and ص.
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

/** Possible keys of the words of a name, the most likely one first. */
export function nameKeys(words: readonly string[]): string[] {
  let rest = words
  while (rest.length > 1 && articles.has(rest[0]!)) rest = rest.slice(1)
  const name = rest.join('')
  // Otherwise "allah" would be a spelling of Al-A'la.
  if (name === '' || name === 'allah') return []
  if (!/^[a-z]+$/.test(name))
    return [...new Set([name, name.replace(arabicArticle, ''), name.replace(chineseChapter, '')])]
  const forms = [name, name.replace(joinedArticle, '')]
  return [...new Set(forms.flatMap((form) => [sounds(form, false), sounds(form, true)]))]
}

/** The consonants of a key, for names whose vowels were misheard. */
export function skeleton(key: string): string {
  return key.replace(/[aiu]/g, '').replace(/(.)\1+/g, '$1')
}
