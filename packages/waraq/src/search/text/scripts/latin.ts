/** Latin, Cyrillic and Greek: letters that NFKD leaves whole and keyboards lack. All tables are in lower case. */

export const latinAlike: Readonly<Record<string, string>> = {
  ı: 'i', // dotless i: one i, because keyboards without Turkish have no other
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

/** Letters that tell words apart, мой is not мои, and that some type without their marks: found as well, behind those with the same letters. */
export const cyrillicLoose: Readonly<Record<string, string>> = { й: 'и' }

/** How keyboards without these letters spell them out, beside leaving the marks off. */
const spelledOutLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const spelled = /[äöüåø]/g

/** The word with its umlauts and rings spelled out, and đ of Bosnian as dj; undefined where it has none. */
export function spelledOut(word: string): string | undefined {
  const lower = word.normalize('NFC').toLowerCase()
  const out = lower.replace(spelled, (letter) => spelledOutLetters[letter]!)
  // Vietnamese has the same letter, and vowels that tell it apart; it is typed as d there.
  const whole = /^[a-zčćšžđ]+$/u.test(out) ? out.replaceAll('đ', 'dj') : out
  return whole === lower ? undefined : whole
}
