/** Scripts of India: sequences that readers and typists treat as one letter. The replacements are applied in order. */

type Sequence = readonly [what: RegExp, one: string]

const virama = '\u0d4d'
const joiner = '\u200d'

/** Malayalam's chillu letters, each with its consonant. */
const chillus = [
  ['\u0d7a', '\u0d23'], // nna
  ['\u0d7b', '\u0d28'], // na
  ['\u0d7c', '\u0d30'], // ra
  ['\u0d7d', '\u0d32'], // la
  ['\u0d7e', '\u0d33'], // lla
  ['\u0d7f', '\u0d15'], // ka
] as const

/** Applied before joiners are dropped: the older encoding of Malayalam's chillu letters as consonant, virama and joiner. */
export const indicWithJoiners: readonly Sequence[] = [
  ...[...chillus, ['\u0d7c', '\u0d31'] as const].map(([chillu, consonant]): Sequence => [
    new RegExp(consonant + virama + joiner, 'gu'),
    chillu,
  ]),
  // Bengali: many people omit a virama that joins nothing to its letter, আল্লাহ্‌র. The virama of khanda
  // ta is part of the letter.
  [/(?<!\u09a4)\u09cd+\u200c|(?<!\u09a4|\u09cd)\u09cd+$/gu, ''],
]

/** Nasal consonants of Devanagari, each with the consonants that may follow it: कण्ठ is कंठ. */
const nasals = [
  '\u0919\u094d(?=[\u0915-\u0918])', // nga before ka to gha
  '\u091e\u094d(?=[\u091a-\u091d])', // nya before ca to jha
  '\u0923\u094d(?=[\u091f-\u0922])', // nna before tta to ddha
  '\u0928\u094d(?=[\u0924-\u0927\u0936\u0938])', // na before ta to dha, sha and sa
  '\u092e\u094d(?=[\u092a-\u092d])', // ma before pa to bha
]

export const indicSequences: readonly Sequence[] = [
  [/\u0d7b\u0d4d?\u0d31/gu, '\u0d28\u0d4d\u0d31'], // Malayalam: chillu n and rra are nta
  [/\u0d31\u0d31/gu, '\u0d31\u0d4d\u0d31'], // two rra are tta
  [/\u0d46\u0d57/gu, '\u0d57'], // au was written on both sides
  [/\u0d4e/gu, '\u0d30\u0d4d'], // the dot of old books is ra
  // Before a consonant a chillu is that consonant with virama: നൻമ is നന്മ. At the end of a word it is not.
  ...chillus.map(([chillu, consonant]): Sequence => [
    new RegExp(`${chillu}(?=[\u0d15-\u0d39])`, 'gu'),
    consonant + virama,
  ]),
  [/\u0d41\u0d4d/gu, virama], // the half u of old books: കൊണ്ടു് is കൊണ്ട്
  [/\u0bd7/gu, '\u0bb3'], // Tamil: the right half of au looks like lla and is typed as lla
  [/\u0bb8(?=\u0bcd\u0bb0\u0bc0)/gu, '\u0bb6'], // shri with sa
  [/\u09ce/gu, '\u09a4\u09cd'], // Bengali: khanda ta is ta with virama
  [/(?<=[\u0900-\u097f])\u093c/gu, ''], // Devanagari: nukta, which many people omit
  [/(?<=[\u0900-\u097f])\u094d+$|(?<=[\u0900-\u097f])\u0903(?=[\u0915-\u0939])/gu, ''], // the virama of दयावान्, and the visarga of दुःख
  [/\u0901/gu, '\u0902'], // candrabindu is anusvara
  // After a vowel, ya before e and i is hardly heard: गये is गए, चाहिये is चाहिए.
  [/(?<=[\u0900-\u0939]|[\u093e-\u094c])\u092f\u0947/gu, '\u090f'],
  [/(?<=[\u0900-\u0939]|[\u093e-\u094c])\u092f\u0940/gu, '\u0908'],
  [new RegExp(nasals.join('|'), 'gu'), '\u0902'],
  [/\u0a70/gu, '\u0a02'], // Gurmukhi: tippi is bindi
  [/\u0e4d([\u0e48-\u0e4b])/gu, '$1\u0e4d'], // Thai: nikhahit and tone mark, typed in either order
  [/\u0e40\u0e40/gu, '\u0e41'], // Thai: two sara e look like sara ae
  [/\u0ec0\u0ec0/gu, '\u0ec1'], // Lao: the same
]
