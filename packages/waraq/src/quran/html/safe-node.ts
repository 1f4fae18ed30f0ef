/** Elements that are kept. They only structure text; none loads or runs anything. */
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
  'dl',
  'dt',
  'dd',
  'blockquote',
  'pre',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'a',
] as const
export type SafeTag = (typeof safeTags)[number]

/** A piece of a text: words, an element or a footnote mark. Plain data, so any framework can show it. */
export type SafeNode = string | SafeElement | FootnoteMark

export interface SafeElement {
  readonly tag: SafeTag
  /** Well-formed BCP 47, in its canonical spelling. */
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl' | 'auto'
  /**
   * An absolute https address; a path in the text, such as `/2/255`, becomes an address of quran.com.
   * Present only if the tag is `a`.
   */
  readonly href?: string
  /** Columns and rows that a table cell spans, at least 2. Only for `th` and `td`. */
  readonly colSpan?: number
  readonly rowSpan?: number
  readonly children: readonly SafeNode[]
}

/** The place of a footnote in the text: `<sup foot_note=254011>1</sup>`. */
export interface FootnoteMark {
  readonly tag: 'footnote'
  /** Id of the footnote, as in the row's `foot_notes`. */
  readonly id: number
  /** The mark in the text, usually a number. */
  readonly mark: string
}
