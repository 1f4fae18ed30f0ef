import { normalize } from '../normalize.ts'

/**
 * The Quran's own orthography (Uthmani) differs by rules from the plain one that keyboards type: the dagger alef and the
 * letters that carry it, the seat of hamza, small and silent letters, particles joined to their word. The rules do not
 * determine which dagger alefs a reader omits (الرحمٰن is الرحمن, العٰلمين is العالمين) or the seat of a hamza. A word
 * therefore gets every spelling that they allow, and is found by all of them.
 */

/** A pattern and its replacements. If there are several, all spellings are kept. */
type Rule = readonly [what: RegExp, ...spellings: string[]]

// Named marks, as parts of expressions. After NFKD hamza is also a mark: أ is alef with U+0654 hamza above.
const [fathatan, fatha, damma, kasra, shadda] = ['\u064b', '\u064e', '\u064f', '\u0650', '\u0651']
/** U+0670: superscript alef. */
const dagger = '\u0670'
const hamza = '[\u0654\u0655]'
/** U+0652 over a letter that is not pronounced, in the text of the King Fahd Complex. Tanzil's text has U+06DF there. */
const silent = '\u0652'
/** U+06E5 small waw, U+06E6 small ya, U+06E7 small high ya, U+06E8 small high noon. */
const small = '\u06e5-\u06e8'
/** Vowels, tanwin, shadda and hamza: the marks that `bared` leaves between two letters. */
const marks = '[\u064b-\u0651\u0654\u0655]*'
const next = `[\\p{L}${small}]`
/** An alef that does not carry a hamza. */
const bareAlef = `ا(?!${marks}${hamza})`
/** A hamza that stays on the line. Represented by U+0674 until all rules are applied. */
const onLine = '\u0674'

const rule = (what: string, ...spellings: string[]): Rule => [new RegExp(what, 'gu'), ...spellings]

/** Unifies marks of one kind, and drops those that no rule uses: madda, sukun (U+06E1), pauses, tatweel. */
const bared: readonly Rule[] = [
  // U+06EC over alef: a hamza that is hardly heard.
  rule('ا\u06ec', 'ا\u0654'),
  // Tatweel that carries a hamza.
  rule('\u0640([\u064b-\u065f\u0670\u06e1]*?)[\u0654\u0655]', 'ء$1'),
  rule('\u2009|[\u0640\u0653\u0656\u0658-\u065f\u06d6-\u06de\u06e0-\u06e4\u06e9-\u06ed]', ''),
  // U+0657: the open form of fathatan.
  rule('\u0657', fathatan),
  rule('\u06df', silent),
  rule(`(?<!ا)${silent}`, ''),
]

/** Applied in order: each rule sees the result of those before it. */
const rules: readonly Rule[] = [
  // A waw or ya without its own vowel carries the alef: الصلوٰة, هدىٰهم. At the end of a word ya stays: موسىٰ.
  rule(`و${dagger}(?:ا${silent}?$)?`, 'ا'),
  rule(`[ىي]${dagger}(?=\\p{L})`, 'ا'),
  rule(`[ىي]${dagger}`, 'ى'),
  rule(`(ا${marks})${dagger}`, '$1'),
  // The two lams of الليل, اللذان and اللاتي are written as one.
  rule(`^((?:[وفب][${fatha}${kasra}])*)ٱل${fatha}${shadda}(?=[يى]ل|ذ${fatha}|${dagger})`, '$1الل'),
  // فسـٔل: the alef of this word is not written.
  rule(`^([وف]${fatha})سء`, '$1اسء'),
  // ءا is آ; after ya or kasra it may be ئا, as in سيئات.
  rule(`(?<=[يى]${marks}|${kasra}${shadda}?)ء${fatha}(?:${bareAlef}|${dagger})`, 'ا', 'يا'),
  rule(`ء${fatha}(?:${bareAlef}|${dagger})`, 'ا'),
  // A hamza at the start of a word sits on alef. After the alef of a question it sits on alef or ya.
  rule('^ء', 'ا'),
  rule(`^(ا${marks}${hamza}${marks})ء`, '$1ا', '$1ي'),
  // A ya that only carries a hamza: نبإي, ورآئ.
  rule(`ا${kasra}\u0655[ىي]$`, 'ا'),
  rule(`ا${kasra}\u0655[ىي](?=[هن])`, 'ا', 'ي'),
  rule(`(?<=ا)[ىي]${marks}${hamza}${marks}$`, onLine),
  rule(`ء${damma}و$`, `${onLine}وا`, 'ووا'),
  // يحي before alef of wasla is يحيي.
  rule(`[ىي]${kasra}$`, 'ي', 'يي'),
  // Elsewhere the seat follows from the vowel of the hamza and the one before it: kasra before damma before fatha.
  rule(`(?<=${kasra}${shadda}?)ء(?=${marks}${next})|ء(?=${kasra}${next})`, 'ي'),
  rule(`(?<=[يى]${marks})ء(?=${marks}${next})`, 'ي', 'ا'),
  rule(`(?<=${damma}${shadda}?)ء(?=\\p{L})`, 'و'),
  rule(`ء(?=${damma}\\p{L})`, onLine, 'ي', 'و'),
  rule(`ء${fathatan}(?=ا)`, onLine, 'ي', ''),
  rule(`(?<=[او${dagger}]${marks})ء(?=${fatha}\\p{L})`, onLine, 'ا'),
  rule(`(?<=[او])ء(?=\\p{L})`, onLine),
  rule(`ء(?=${fatha}?\\p{L})`, 'ا'),
  rule(`(?<=و)ا${marks}\u0654${marks}$`, 'ا', onLine),
  // The last letters of العلمٰؤا, تفتؤا and يدعوا.
  rule(`(?<=[ا${dagger}])و${marks}\u0654${marks}ا${silent}$`, onLine),
  rule(`و${marks}\u0654${marks}ا${silent}$`, 'ا', 'و'),
  rule(`(و${marks})ا${silent}$`, '$1ا', '$1'),
  rule(`ا${silent}`, '', 'ا'),
  // The vowel of a pronoun is not written, له; other small letters are, داوود.
  rule(`(?<=ه${marks})[\u06e5\u06e6]$`, ''),
  rule('\u06e5', 'و'),
  rule('[\u06e6\u06e7]', 'ي'),
  rule('\u06e8', 'ن'),
  rule(onLine, 'ء'),
]

/**
 * Normalized words that follow no rule, each with its other forms. If several words are written as one,
 * يبنؤم, each of them is a form.
 */
const irregular: ReadonlyMap<string, readonly string[]> = new Map(
  // A final alef for ya.
  (
    'رءا راي,ورءا وراي,ونا وناي,لدا لدي,اقصا اقصي,الاقصا الاقصي,تترا تتري,طغا طغي,ترءا تراءي,' +
    // Letters that are omitted or not pronounced, and sad for sin.
    'سعو سعوا,وعتو وعتوا,ساوريكم ساريكم,لتخذت لاتخذت,ليكه الايكه,باييد بايد,ليسوا ليسوءوا,ايه ايها,ويبصط ويبسط,بصطه بسطه,' +
    // Words written as one.
    'يبنوم يا ابن ام,لوما لو ما,مالي ما لي,ومالي وما لي,ومامنا وما منا,والو وان لو,' +
    // Ta for ta marbuta.
    'رحمت رحمه,ورحمت ورحمه,نعمت نعمه,بنعمت بنعمه,وبنعمت وبنعمه,امرات امراه,وامرات وامراه,سنت سنه,لسنت لسنه,لعنت لعنه,' +
    'بقيت بقيه,قرت قره,فطرت فطره,شجرت شجره,وجنت وجنه,كلمت كلمه,ابنت ابنه,ومعصيت ومعصيه,مرضات مرضاه'
  )
    .split(',')
    .map((line) => {
      const [word, ...forms] = line.split(' ')
      return [word!, forms]
    }),
)

/** Whether any rule may apply to a word. Most words are spelled alike in both orthographies. */
const concerned = new RegExp(
  `[ء${dagger}${small}]|\u0640[\u064b-\u065f\u06e1]*${hamza}|ا[${silent}\u06df\u06ec]|\u0671ل${fatha}${shadda}|` +
    `[ىي](?:${kasra}|${marks}${hamza}${marks})$|و\u0653ا|\u0655[ىي][${silent}\u06df]`,
  'u',
)

/** A calling particle joined to the following word: يٰأيها is يا أيها, هٰأنتم is ها أنتم. */
const joined = new RegExp(
  `^([وف]${fatha})?(ي${fatha}${dagger}|ه${fatha}${dagger}(?=ا${marks}\u0654))(?=${next}[\u064b-\u0655${dagger}]*${next})`,
  'u',
)

function rewritten(text: string, by: readonly Rule[]): string[] {
  let found = [text]
  for (const [what, first, ...more] of by) {
    const was = found
    found = was.map((each) => each.replace(what, first!))
    for (const spelling of more)
      for (const [index, each] of was.entries())
        if (found[index] !== each) found.push(each.replace(what, spelling))
  }
  return found
}

/** Variants with and without each dagger alef. In a word with more than two, either all or none are written. */
function withAlefs(text: string): string[] {
  const parts = text.split(dagger)
  if (parts.length > 3) return [parts.join(''), parts.join('ا')]
  return parts.reduce<string[]>(
    (found, part) => (found.length ? found.flatMap((each) => [each + part, `${each}ا${part}`]) : [part]),
    [],
  )
}

function spellingsOf(text: string): string[] {
  return rewritten(text, rules).flatMap(withAlefs).map(normalize)
}

type Forms = readonly [string, ...string[]]
type Words = readonly [Forms] | readonly [Forms, Forms]

const distinct = (first: string, others: readonly string[]): Forms => [
  first,
  ...new Set(others.filter((each) => each !== first)),
]

/**
 * Returns the normalized word and its other spellings. If the Quran joins a calling particle to its word, returns two words.
 * Each of these is also found as both together.
 */
export function spelledWords(word: string, normalized = normalize(word)): Words {
  if (!/[\u0621-\u064a\u0671]/.test(word)) return [[normalized]]
  const others = irregular.get(normalized) ?? []
  const decomposed = word.normalize('NFKD')
  if (!concerned.test(decomposed)) return [distinct(normalized, others)]
  const text = rewritten(decomposed, bared)[0]!.normalize('NFKD')
  const particle = joined.exec(text)
  if (!particle) return [distinct(normalized, [...spellingsOf(text), ...others])]
  const [whole, before = '', call] = particle
  const rest = text.slice(whole.length)
  const calls: Forms = [normalize(`${before}${call![0]}ا`), `${call![0]}ا`]
  const called = distinct(normalize(rest), spellingsOf(rest))
  const both = [normalized, ...called.map((each) => calls[0] + each)]
  return [distinct(calls[0], [...calls, ...both]), distinct(called[0], [...called, ...both])]
}
