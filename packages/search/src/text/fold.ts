import { asciiDigits } from './digits.ts'
import { apostrophes, invisible } from './letters.ts'

/**
 * Marks that only help to pronounce or to decorate: accents of Latin, Greek and Cyrillic, Hebrew points, Arabic tashkeel
 * (U+064B to U+065F, U+0670) and Quranic annotation (U+06D6 to U+06ED), Syriac points. Marks of other scripts, such as
 * Bengali, Devanagari and Thai vowel signs and the voicing marks of kana, are as good as letters and stay.
 */
const decoration =
  '\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7' +
  '\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u0711\\u0730-\\u074a\\u0897-\\u089f\\u08ca-\\u08ff' +
  '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f'

/** U+0640 tatweel; U+02B9 to U+02CF: ayn, hamza, primes and stress in transliterations. */
const filling = '\\u0640\\u02b9-\\u02cf'

const seams = new RegExp(`[${apostrophes}]|${invisible}`, 'gu')
const dropped = new RegExp(`[${decoration}${filling}]`, 'g')

/**
 * Letters that NFKD leaves apart and readers type alike. Hamza on a carrier needs no line here: NFKD makes it a mark, so
 * أ إ آ become ا, ؤ becomes و and ئ becomes ي. A hamza on its own stays: ماء is not ما.
 */
const alike: Readonly<Record<string, string>> = {
  // Latin. One i: Turkish ı and İ are typed as i on keyboards that lack them.
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  // Greek: a sigma at the end of a word.
  ς: 'σ',
  // Arabic: alef wasla; alef maqsura, which Egypt and the Quran write for a final ya; ta marbuta.
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  // Persian and Urdu: ye, kaf and he. Urdu's ے and ھ are letters of their own.
  ی: 'ي',
  ک: 'ك',
  ڪ: 'ك',
  ہ: 'ه',
  ۃ: 'ه',
  ە: 'ه',
}
const exchanged = new RegExp(`[${Object.keys(alike).join('')}]`, 'g')

/**
 * Gives spellings that readers take for the same word one form: compatibility forms, case, accents, vowel points, digits.
 * The same for all languages, so one index serves all. Applied to text and query alike. Idempotent.
 */
export function fold(text: string): string {
  if (/^[a-z0-9]*$/.test(text)) return text
  const bare = text
    .replace(seams, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(dropped, '')
    .replace(exchanged, (letter) => alike[letter]!)
  return asciiDigits(bare).normalize('NFC')
}
