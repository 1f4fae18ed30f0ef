/** What the browser needs to know of a language for fonts, hyphenation, direction and screen readers. */
export interface TextLanguage {
  /** BCP 47; undefined where the name is not known: no tag is better than a wrong one. */
  readonly tag: string | undefined
  readonly direction: 'ltr' | 'rtl' | 'auto'
}

const tags =
  'am ar az be ber bg bm bn bs ce cs da de dv el en es fa fi fr gu ha he hi hr hu hy id it ja ka kk km kn ko ku ky lg lt mk ml mr ms ne nl no om pa pl prs ps pt ro ru rw sd si sk so sq sr sv sw ta te tg th tl tr tt ug uk ur uz vi yo yau zh'
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'prs', 'ps', 'sd', 'ug', 'ur'])

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const tagOfName = new Map(tags.split(' ').map((tag) => [names.of(tag)?.toLowerCase() ?? tag, tag]))

/** The service names languages in English: `urdu`, `Central Khmer`. */
export function textLanguage(name: string): TextLanguage {
  const tag = tagOfName.get(name.trim().toLowerCase())
  if (tag === undefined) return { tag, direction: 'auto' }
  return { tag, direction: rightToLeft.has(tag) ? 'rtl' : 'ltr' }
}

/** The name of a language for who reads it: in their own language, where that is known. */
export function displayLanguage(name: string, nameOf: (tag: string) => string): string {
  const { tag } = textLanguage(name)
  return tag === undefined ? name.charAt(0).toUpperCase() + name.slice(1) : nameOf(tag)
}
