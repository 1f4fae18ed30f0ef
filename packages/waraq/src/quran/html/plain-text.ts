import { Tokenizer } from 'htmlparser2'
import { footnoteId } from './attributes.ts'
import { blockTags } from './blocks.ts'
import { droppedTags } from './dropped.ts'

const blocks = new Set(blockTags)
const dropped = new Set(droppedTags)

/** Reads tokens without building a tree, so deep nesting costs nothing. */
class TextReader {
  readonly lines = new Lines()
  readonly #html: string
  /** The current tag. */
  #tag = ''
  #attribute = ''
  #footnote = ''
  /** Name of the dropped element that is currently skipped, and how many elements of that name are open. */
  #skipped = ''
  #open = 0

  constructor(html: string) {
    this.#html = html
  }

  text(start: number, end: number): void {
    if (this.#open === 0) this.lines.add(this.#html.slice(start, end))
  }

  entity(codePoint: number): void {
    if (this.#open === 0) this.lines.add(String.fromCodePoint(codePoint))
  }

  tagName(start: number, end: number): void {
    this.#tag = this.#name(start, end)
    this.#footnote = ''
  }

  attributeName(start: number, end: number): void {
    this.#attribute = this.#tag === 'sup' ? this.#name(start, end) : ''
  }

  attributeValue(start: number, end: number): void {
    if (this.#attribute === 'foot_note') this.#footnote += this.#html.slice(start, end)
  }

  tagEnd(): void {
    if (this.#open > 0) {
      if (this.#tag === this.#skipped) this.#open += 1
    } else if (dropped.has(this.#tag)) {
      this.#skipped = this.#tag
      this.#open = 1
    } else if (this.#tag === 'sup' && footnoteId(this.#footnote)) this.lines.beginMark()
    else this.#endLine(this.#tag)
  }

  close(start: number, end: number): void {
    const name = this.#name(start, end)
    if (this.#open > 0) {
      if (name === this.#skipped) this.#open -= 1
    } else if (name === 'sup') this.lines.dropMark()
    else this.#endLine(name)
  }

  #name(start: number, end: number): string {
    return this.#html.slice(start, end).toLowerCase()
  }

  #endLine(name: string): void {
    if (blocks.has(name)) this.lines.end()
  }
}

const nothing = () => undefined

function read(html: string, reader: TextReader): void {
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => reader.text(start, end),
      ontextentity: (codePoint) => reader.entity(codePoint),
      onopentagname: (start, end) => reader.tagName(start, end),
      onattribname: (start, end) => reader.attributeName(start, end),
      onattribdata: (start, end) => reader.attributeValue(start, end),
      onattribentity: nothing,
      onattribend: nothing,
      onopentagend: () => reader.tagEnd(),
      // HTML has no self-closing tags; the slash has no meaning.
      onselfclosingtag: () => reader.tagEnd(),
      onclosetag: (start, end) => reader.close(start, end),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

/**
 * Returns the words of a text without markup and footnote marks. Each block is on its own line, and spaces are as a browser shows
 * them. For snippets, sharing, sorting and search; works without a DOM. The result is text: it is not safe to show as HTML.
 */
export function plainText(html: string): string {
  const reader = new TextReader(html)
  if (/[<&]/.test(html)) read(html, reader)
  else reader.lines.add(html)
  return reader.lines.toString()
}

/** Collects text line by line, with white space as a browser shows it. */
class Lines {
  readonly #lines: string[] = []
  #line = ''
  /** The words of a footnote mark, which are dropped when the mark ends. If a mark never ends, its words stay. */
  #mark: string | undefined

  add(text: string): void {
    if (this.#mark === undefined) this.#line += text
    else this.#mark += text
  }

  end(): void {
    this.#keepMark()
    const line = this.#line.replace(/[ \t\n\r\f]+/g, ' ').trim()
    if (line !== '') this.#lines.push(line)
    this.#line = ''
  }

  beginMark(): void {
    this.#keepMark()
    this.#mark = ''
  }

  dropMark(): void {
    this.#mark = undefined
  }

  toString(): string {
    this.end()
    return this.#lines.join('\n')
  }

  #keepMark(): void {
    this.#line += this.#mark ?? ''
    this.#mark = undefined
  }
}
