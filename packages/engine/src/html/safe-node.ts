/** Elements that survive. All of them only arrange words; none loads or runs anything. */
export const safeTags = [
  'p',
  'br',
  'b',
  'strong',
  'em',
  'i',
  'sup',
  'sub',
  'span',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
] as const
export type SafeTag = (typeof safeTags)[number]

/** A piece of a text: words, an element, or the mark of a footnote. Plain data, so any framework can show it. */
export type SafeNode = string | SafeElement | FootnoteMark

export interface SafeElement {
  readonly tag: SafeTag
  /** Well-formed BCP 47, in its canonical spelling. */
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl' | 'auto'
  /** Always there where the tag is `a`, and only there: an absolute https address. */
  readonly href?: string
  readonly children: readonly SafeNode[]
}

/** Where a footnote belongs: `<sup foot_note=254011>1</sup>`. */
export interface FootnoteMark {
  readonly tag: 'footnote'
  /** Id of the footnote, as `foot_notes` of the row has it. */
  readonly id: number
  /** What stands in the text, usually a number. */
  readonly mark: string
}
