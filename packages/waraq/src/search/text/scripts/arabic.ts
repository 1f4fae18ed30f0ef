/** Arabic script: letters that keyboards of its languages have in several forms. All tables use the lower-case NFKD form. */

/**
 * Code points of the same letter. Hamza on a carrier needs no line: NFKD makes it a mark, so أ إ آ become ا, ؤ becomes و and ئ
 * becomes ي. A separate hamza stays: ماء is not ما.
 */
export const arabicAlike: Readonly<Record<string, string>> = {
  '\u0671': 'ا', // alef wasla
  '\u0649': 'ي', // alef maksura: a final ya as Egypt and the Quran write it
  '\u0629': 'ه', // teh marbuta
  '\u06cc': 'ي', // Farsi yeh
  '\u06a9': 'ك', // keheh
  '\u06aa': 'ك', // swash kaf
  '\u06c1': 'ه', // heh goal
  '\u06c3': 'ه', // teh marbuta goal
  '\u06d5': 'ه', // ae
}

/** U+06D3, yeh barree with hamza above, is ئے on other keyboards. Applied before NFKD makes its hamza a mark. */
export const arabicSequences: readonly (readonly [RegExp, string])[] = [
  [/\u06d3|\u06d2\u0654/gu, '\u0626\u06d2'],
]

/**
 * Letters of Urdu and its neighbours that an Arabic keyboard lacks, and their typed replacements. These letters distinguish
 * words, کے is not کی, so words with a replacement are found but rank below those with the same letters.
 */
export const arabicLoose: Readonly<Record<string, string>> = {
  '\u06be': 'ه', // heh doachashmee
  '\u06ba': 'ن', // noon ghunna
  '\u06d2': 'ي', // yeh barree
  '\u06d0': 'ي', // e, in Pashto and Uyghur
  '\u06cd': 'ي', // yeh with tail, in Pashto
  '\u06ce': 'ي', // yeh with small v, in Kurdish
  '\u06c6': 'و', // oe, in Kurdish
  '\u06b5': 'ل', // lam with small v
  '\u0695': 'ر', // reh with small v below
  '\u06ab': 'گ', // kaf with ring, in Pashto
}

/** Whether a typed text is Arabic: it has only letters of that language, and none of Persian or Urdu keyboards. */
export function isArabic(text: string): boolean {
  return /[\u0621-\u064a]/u.test(text) && !/(?![\u0621-\u064a\u0671])\p{L}/u.test(text)
}

/** Particles that Arabic joins to the following word: and, so; by, for, like. */
const conjunctions = ['', 'و', 'ف']
const prepositions = ['ب', 'ل', 'ك']

/**
 * The word with particles and the article before it: كتاب is in والكتاب and بكتاب. A short word with a preposition mostly looks
 * like another word, تاب in كتاب, and is left out. For the same reason, a word of two letters gets no particles at all.
 */
export function withParticles(word: string): string[] {
  if (!/^[\u0621-\u064a]{3,}$/u.test(word)) return []
  const isDefinite = word.startsWith('ال') && word.length > 4
  const bare = isDefinite ? word.slice(2) : word
  const articles = ['ال', 'بال', 'كال', 'لل'].map((article) => article + bare)
  const indefinite = isDefinite
    ? []
    : [word, ...(word.length > 3 ? prepositions.map((each) => each + word) : [])]
  return conjunctions
    .flatMap((conjunction) => [...indefinite, ...articles].map((each) => conjunction + each))
    .filter((each) => each !== word)
}
