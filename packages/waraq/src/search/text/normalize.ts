import { asciiDigits } from '../../quran/places/digits.ts'
import { apostrophes, invisible } from './letters.ts'
import { arabicAlike, arabicSequences } from './scripts/arabic.ts'
import { ethiopicAlike } from './scripts/ethiopic.ts'
import { indicSequences, indicWithJoiners } from './scripts/indic.ts'
import { latinAlike } from './scripts/latin.ts'

/**
 * Marks that only help with pronunciation or decorate: accents of Latin, Greek and Cyrillic, Hebrew points, Arabic tashkeel
 * (U+064B to U+065F, U+0670) and Quranic annotation (U+06D6 to U+06ED), Syriac points. Marks of other scripts, such as Bengali,
 * Devanagari and Thai vowel signs and the voicing marks of kana, count as letters and stay.
 */
const decoration =
  '\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7' +
  '\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u0711\\u0730-\\u074a\\u0897-\\u089f\\u08ca-\\u08ff' +
  '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f'

/** U+0640 tatweel; U+02B9 to U+02CF: ayn, hamza, primes and stress in transliterations. */
const filling = '\\u0640\\u02b9-\\u02cf'

const seams = new RegExp(`[${apostrophes}]|${invisible}`, 'gu')
const dropped = new RegExp(`[${decoration}${filling}]`, 'g')

const alike: Readonly<Record<string, string>> = { ...latinAlike, ...arabicAlike, ...ethiopicAlike }
const exchanged = new RegExp(`[${Object.keys(alike).join('')}]`, 'g')

/** The scripts from Devanagari to Lao. */
const indic = /[\u0900-\u0eff]/

function replaced(text: string, sequences: readonly (readonly [RegExp, string])[]): string {
  return sequences.reduce((found, [what, one]) => found.replace(what, one), text)
}

/**
 * Converts spellings that readers treat as the same word to one form: compatibility forms, case, accents, vowel points, digits.
 * The rules are the same for all languages, so one index serves all. Applied to text and query alike. Idempotent.
 */
export function normalize(text: string): string {
  if (/^[a-z0-9]*$/.test(text)) return text
  const isIndic = indic.test(text)
  const bare = replaced(isIndic ? replaced(text, indicWithJoiners) : text, arabicSequences)
    .replace(seams, '')
    .normalize('NFKD')
    .toLowerCase()
    // A separate letter: мой is not мои.
    .replace(/и\u0306/g, 'й')
    .replace(dropped, '')
    .replace(exchanged, (letter) => alike[letter]!)
  return asciiDigits(isIndic ? replaced(bare, indicSequences) : bare).normalize('NFC')
}
