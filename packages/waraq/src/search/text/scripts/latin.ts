/** Latin, Cyrillic and Greek: letters that NFKD does not decompose and keyboards lack. All tables are in lower case. */

export const latinAlike: Readonly<Record<string, string>> = {
  ı: 'i', // dotless i: treated as i, because keyboards without Turkish have no other i
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ə: 'e', // Azerbaijani
  ɛ: 'e', // Ewe, Twi, Bambara
  ɔ: 'o',
  ŋ: 'n',
  ɓ: 'b', // Hausa, Fula
  ɗ: 'd',
  ɖ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ƒ: 'f',
  ɣ: 'g',
  ς: 'σ', // a sigma at the end of a word
  // Cyrillic letters with a tail or a bar, which Russian keyboards lack: Uzbek, Tajik, Kazakh, Kyrgyz, Tatar.
  қ: 'к',
  ғ: 'г',
  ґ: 'г',
  ҳ: 'х',
  һ: 'х',
  ҷ: 'ч',
  җ: 'ж',
  ң: 'н',
  ө: 'о',
  ү: 'у',
  ұ: 'у',
  ә: 'а',
}

/**
 * Letters that distinguish words, мой is not мои, but that some people type without their marks. Such words are found but rank
 * below those with the same letters.
 */
export const cyrillicLoose: Readonly<Record<string, string>> = { й: 'и' }

/** Spelled-out forms of letters for keyboards without them, in addition to omitting the marks. */
const spelledOutLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const spelled = /[äöüåø]/g

/** The word with umlauts and rings spelled out, and the đ of Bosnian as dj; undefined if it has none. */
export function spelledOut(word: string): string | undefined {
  const lower = word.normalize('NFC').toLowerCase()
  const out = lower.replace(spelled, (letter) => spelledOutLetters[letter]!)
  // Vietnamese has the same letter but types it as d. Its vowels distinguish it from Bosnian.
  const whole = /^[a-zčćšžđ]+$/u.test(out) ? out.replaceAll('đ', 'dj') : out
  return whole === lower ? undefined : whole
}
