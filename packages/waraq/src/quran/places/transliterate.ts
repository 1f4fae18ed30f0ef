/** Latin forms of names in Cyrillic and Indian letters: Бакара, বাকারা and बक़रा become bakara. */

const cyrillic = new Map(
  (
    'аa бb вv гg дd еe жj зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsh ъ ыi ь эe юyu яya ' +
    'қq ғg ҳh һh ҷj җj ңn өo үu ұu әa іi'
  )
    .split(' ')
    .map((pair) => [pair[0]!, pair.slice(1)]),
)

/**
 * The scripts from Devanagari to Malayalam have their letters in the same order, each in a block of 128. The list starts at the
 * second character of a block.
 */
const letters =
  'n n h e a a i i u u r l e e e ai o o o au k kh g gh n c ch j j n t t d d n t t d d n n p f b b m y r r l l l v sh sh s h'.split(
    ' ',
  )
const [firstConsonant, lastConsonant] = [0x15, 0x39]
/** Vowel signs; the last one marks the absence of a vowel. */
const signs = 'a i i u u r r e e e ai o o o au '.split(' ')
const [firstSign, lastSign] = [0x3e, 0x4d]
const isSign = (at: number) => at >= firstSign && at <= lastSign
const placeOf = (letter: string) => letter.charCodeAt(0) & 0x7f

/** The sound of a letter. A consonant without a sign has the vowel a, except the last one of a word. */
function soundOf(letter: string, next: string | undefined): string {
  const at = placeOf(letter)
  if (isSign(at)) return signs[at - firstSign]!
  // Malayalam letters without a vowel.
  if (at >= 0x7a) return 'nnrllk'[at - 0x7a] ?? ''
  const sound = letter === '\u09af' ? 'z' : letter === '\u09ce' ? 't' : (letters[at - 1] ?? '')
  const hasVowel = at >= firstConsonant && at <= lastConsonant && next !== undefined && !isSign(placeOf(next))
  return hasVowel ? `${sound}a` : sound
}

/** Transliterates these letters to Latin ones. The text must be in lower case and in NFC. */
export function transliterated(text: string): string {
  if (!/[\u0400-\u04ff]|[\u0900-\u0d7f]/.test(text)) return text
  return (
    text
      .replace(/[\u0400-\u04ff]/g, (letter) => cyrillic.get(letter) ?? letter)
      // Bengali writes q as its k with a b.
      .replace(/(?<=\u0995)\u09cd\u09ac/g, '')
      // Bengali writes y as its z with a dot, Devanagari z as its j.
      .replace(/\u09af\u09bc/g, '\u092f')
      .replace(/\u091c\u093c/g, '\u09af')
      .replace(/[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g, '')
      .replace(/[\u0900-\u0d7f](?=([\u0900-\u0d7f])?)/g, (letter, next?: string) => soundOf(letter, next))
  )
}
