/** Letters that Amharic uses interchangeably for one sound. */

/** First letter of a series, first letter of the series with the same sound, and number of vowels. */
const series: readonly (readonly [from: number, to: number, vowels: number])[] = [
  [0x1210, 0x1200, 7], // hha is ha
  [0x1280, 0x1200, 7], // xa is ha
  [0x1220, 0x1230, 8], // sza is sa
  [0x12d0, 0x12a0, 7], // pharyngeal a is glottal a
  [0x1340, 0x1338, 7], // tza is tsa
]

const pairs = series.flatMap(([from, to, vowels]) =>
  Array.from({ length: vowels }, (_, vowel): [string, string] => [
    String.fromCharCode(from + vowel),
    String.fromCharCode(to + vowel),
  ]),
)

const sameVowel: Readonly<Record<string, string>> = { '\u1203': '\u1200', '\u12a3': '\u12a0' }

/** The first and the fourth vowel of ha and a also sound alike. */
export const ethiopicAlike: Readonly<Record<string, string>> = {
  ...Object.fromEntries(pairs.map(([from, to]) => [from, sameVowel[to] ?? to])),
  ...sameVowel,
}
