import { chapterRange, verseLocator, type JsonObject, type ResourceRef } from '@waraq/contract'
import type { ContentStore, LocatorRange, Row } from '@waraq/engine'
import { plainText } from '@waraq/reader/html'
import type { Verse } from '../query/verse-key.ts'
import { digestOf } from '../text/digest.ts'
import { wordsOf, type Word } from '../text/words.ts'
import { htmlOf, type Searchable } from './searchable.ts'

/** A row of the library, as far as search looks at it. */
export interface TextRow {
  readonly recordKey: string
  readonly verseKey: string | null
  readonly html: string
  /** Digest of the text: another digest means that the text changed. */
  readonly digest: number
}

/** A row's text as readers see it, in one line, with its words. */
export interface ReadText {
  readonly text: string
  readonly words: readonly Word[]
}

export function readText({ html }: TextRow): ReadText {
  const text = plainText(html).replace(/\s+/g, ' ').trim()
  return { text, words: wordsOf(text) }
}

/** Each of the first 30 chapters is a piece; of the later ones, which are shorter, five make a piece. */
const [singly, lastChapter] = [30, 114]

/** All rows in pieces of a few hundred verses, which are read quickly; the outer pieces hold rows beside all chapters, too. */
function piecesOf({ byVerse }: Searchable): LocatorRange[] {
  if (!byVerse) return [{}]
  const chapters: LocatorRange[] = []
  for (let first = 1; first <= lastChapter; first += first > singly ? 5 : 1) {
    const last = Math.min(first > singly ? first + 4 : first, lastChapter)
    chapters.push({ from: chapterRange(first).from, to: chapterRange(last).to })
  }
  return [{ to: verseLocator(1, 0) - 1 }, ...chapters, { from: verseLocator(lastChapter + 1, 0) }]
}

/** The rows of one resource that have text. Each call reads the library as it is then. */
export class TextRows {
  readonly #store: ContentStore
  readonly #ref: ResourceRef
  readonly #searchable: Searchable

  constructor(store: ContentStore, ref: ResourceRef, searchable: Searchable) {
    this.#store = store
    this.#ref = ref
    this.#searchable = searchable
  }

  /** All rows, piece by piece; a commit may come in between. */
  async *pieces(): AsyncGenerator<TextRow[]> {
    for (const range of piecesOf(this.#searchable)) yield await this.#rows(range)
  }

  /** All rows at once, including rows without a place in the order. */
  all(): Promise<TextRow[]> {
    return this.#rows({})
  }

  async row(recordKey: string): Promise<TextRow | undefined> {
    const row = await this.#store.row(this.#searchable.recordType, this.#ref, recordKey)
    return row && this.#textRow(row)
  }

  /** The row with the text of a verse. Where verses share one, the row of another verse has it. */
  async verse(verse: Verse): Promise<TextRow | undefined> {
    if (!this.#searchable.byVerse) return undefined
    const row = await this.#verseRow(verse)
    if (!row || htmlOf(this.#searchable, row.data) !== '') return row && this.#textRow(row)
    const shared = /^(\d+):(\d+)$/.exec(String(row.data['group_verse_key_from']))
    const first = shared && (await this.#verseRow({ chapter: Number(shared[1]), verse: Number(shared[2]) }))
    return first ? this.#textRow(first) : undefined
  }

  async #verseRow({ chapter, verse }: Verse): Promise<Row | undefined> {
    const locator = verseLocator(chapter, verse)
    const [row] = await this.#store.rows(this.#searchable.recordType, this.#ref, {
      from: locator,
      to: locator,
    })
    return row as Row | undefined
  }

  async #rows(range: LocatorRange): Promise<TextRow[]> {
    const rows = await this.#store.rows(this.#searchable.recordType, this.#ref, range)
    return rows.map((row) => this.#textRow(row))
  }

  #textRow({ key, data }: Row<JsonObject>): TextRow {
    const html = htmlOf(this.#searchable, data)
    const verseKey = data['verse_key']
    return {
      recordKey: key,
      verseKey: typeof verseKey === 'string' ? verseKey : null,
      html,
      digest: digestOf(html),
    }
  }
}
