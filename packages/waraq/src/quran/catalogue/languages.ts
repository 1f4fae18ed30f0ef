/** Language data that a browser needs for fonts, hyphenation, direction and screen readers. */
export interface TextLanguage {
  /** The service's English name, capitalized. Null if the language is not known. */
  readonly name: string | null
  /** BCP 47 tag. Missing if the name has no known tag: no tag is better than a wrong one. */
  readonly tag?: string
  /** With `auto`, the browser derives the direction from the text. */
  readonly direction: 'ltr' | 'rtl' | 'auto'
}

/** English names by tag, each followed by its other spellings. */
const namesOfTag = {
  am: 'amharic',
  ar: 'arabic',
  as: 'assamese',
  az: 'azerbaijani, azeri',
  be: 'belarusian',
  ber: 'amazigh, berber',
  bg: 'bulgarian',
  bm: 'bambara',
  bn: 'bengali, bangla',
  bs: 'bosnian',
  ce: 'chechen',
  ckb: 'central kurdish, sorani',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  dv: 'divehi, dhivehi, maldivian',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fa: 'persian, farsi',
  fi: 'finnish',
  fr: 'french',
  gu: 'gujarati',
  ha: 'hausa',
  he: 'hebrew',
  hi: 'hindi',
  hr: 'croatian',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  ja: 'japanese',
  ka: 'georgian',
  kk: 'kazakh',
  km: 'khmer, central khmer, cambodian',
  kn: 'kannada',
  ko: 'korean',
  ku: 'kurdish',
  ky: 'kyrgyz, kirghiz',
  lg: 'ganda, luganda',
  lt: 'lithuanian',
  mk: 'macedonian',
  ml: 'malayalam',
  mr: 'marathi',
  mrw: 'maranao',
  ms: 'malay',
  mt: 'maltese',
  my: 'burmese',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  om: 'oromo',
  pa: 'punjabi, panjabi',
  pl: 'polish',
  prs: 'dari',
  ps: 'pashto, pushto',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  rw: 'kinyarwanda',
  sd: 'sindhi',
  si: 'sinhala, sinhalese',
  sk: 'slovak',
  so: 'somali',
  sq: 'albanian',
  sr: 'serbian',
  sv: 'swedish',
  sw: 'swahili',
  ta: 'tamil',
  te: 'telugu',
  tg: 'tajik',
  th: 'thai',
  tl: 'tagalog, filipino',
  tr: 'turkish',
  tt: 'tatar',
  ug: 'uyghur, uighur',
  uk: 'ukrainian',
  ur: 'urdu',
  uz: 'uzbek',
  vi: 'vietnamese',
  yo: 'yoruba',
  yuw: 'yau',
  zh: 'chinese',
} as const

const rightToLeft: ReadonlySet<string> = new Set('ar ckb dv fa he prs ps sd ug ur'.split(' '))
/** Languages written in scripts of both directions. */
const eitherWay: ReadonlySet<string> = new Set(['ku', 'pa'])

function pairs(): [name: string, tag: string][] {
  return Object.entries(namesOfTag).flatMap(([tag, names]) =>
    names.split(', ').map((name): [string, string] => [name, tag]),
  )
}

let known: ReadonlyMap<string, string> | undefined

function tagOf(name: string): string | undefined {
  known ??= new Map(pairs())
  return known.get(name)
}

function directionOf(tag: string): TextLanguage['direction'] {
  return eitherWay.has(tag) ? 'auto' : rightToLeft.has(tag) ? 'rtl' : 'ltr'
}

/**
 * Returns the language for a name that the service uses: `urdu`, `Central Khmer`, `divehi, dhivehi, maldivian`. Also accepts
 * the `language_name` of rows.
 */
export function textLanguage(name: string | null | undefined): TextLanguage {
  const written = name?.trim()
  if (!written) return { name: null, direction: 'auto' }
  const shown = written.charAt(0).toUpperCase() + written.slice(1)
  const parts = written.toLowerCase().split(/\s*[,/;]\s*/)
  const tag = parts.map(tagOf).find((found) => found !== undefined)
  return tag === undefined
    ? { name: shown, direction: 'auto' }
    : { name: shown, tag, direction: directionOf(tag) }
}
