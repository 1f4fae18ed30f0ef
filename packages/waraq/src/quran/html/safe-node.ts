/** Elements that are kept. They only arrange words; none loads or runs anything. */
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

/** A piece of a text: words, an element, or the mark of a footnote. Plain data, so any framework can show it. */
export type SafeNode = string | SafeElement | FootnoteMark

export interface SafeElement {
  readonly tag: SafeTag
  /** Well-formed BCP 47, in its canonical spelling. */
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl' | 'auto'
  /** An absolute https address; a path in the text, such as `/2/255`, is one of quran.com. Present exactly where the tag is `a`. */
  readonly href?: string
  /** Columns and rows that a cell of a table takes, from 2 on. Only of `th` and `td`. */
  readonly colSpan?: number
  readonly rowSpan?: number
  readonly children: readonly SafeNode[]
}

/** The place of a footnote in the text: `<sup foot_note=254011>1</sup>`. */
export interface FootnoteMark {
  readonly tag: 'footnote'
  /** Id of the footnote, as `foot_notes` of the row has it. */
  readonly id: number
  /** The mark in the text, usually a number. */
  readonly mark: string
}
