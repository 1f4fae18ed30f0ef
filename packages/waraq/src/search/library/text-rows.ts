import { chapterRange, verseLocator, type JsonObject, type ResourceRef } from '@waraq/protocol'
import type { ContentStore } from '../../store/read/content-store.ts'
import type { LocatorRange } from '../../store/manifest.ts'
import type { Row } from '../../store/read/store-view.ts'
import { plainText } from '../../quran/html/plain-text.ts'
import type { Verse } from '../query/verses-typed.ts'
import { digestOf } from '../text/digest.ts'
import { alsoSpelled } from '../text/also-spelled.ts'
import { wordsOf, type Word } from '../text/words.ts'
import { htmlOf, plainTextsOf, type Searchable } from './searchable.ts'

/** A row of the library, with the fields that search uses. */
export interface TextRow {
  readonly recordKey: string
  readonly verseKey: string | null
  readonly html: string
  /** The same text in plain orthography, if the service has it. */
  readonly plain: readonly string[]
  /** Digest of the text. A different digest means that the text changed. */
  readonly digest: number
}

/** A row's text as shown to readers, in one line, with its words. */
export interface ReadText {
  readonly text: string
  readonly words: readonly Word[]
}

export function readText({ html, plain }: TextRow): ReadText {
  const text = plainText(html).replace(/\s+/g, ' ').trim()
  const words = plain.reduce((found, each) => alsoSpelled(found, wordsOf(plainText(each))), wordsOf(text))
  return { text, words }
}

/** Each of the first 30 chapters is one piece. The later chapters are shorter, and five of them make a piece. */
const [singly, lastChapter] = [30, 114]

/**
 * Divides all rows into pieces of a few hundred verses, which are read quickly. The first and last pieces contain
 * rows outside of all chapters.
 */
function piecesOf({ byVerse }: Searchable): LocatorRange[] {
  if (!byVerse) return [{}]
  const chapters: LocatorRange[] = []
  for (let first = 1; first <= lastChapter; first += first > singly ? 5 : 1) {
    const last = Math.min(first > singly ? first + 4 : first, lastChapter)
    chapters.push({ from: chapterRange(first).from, to: chapterRange(last).to })
  }
  return [{ to: verseLocator(1, 0) - 1 }, ...chapters, { from: verseLocator(lastChapter + 1, 0) }]
}

/** The rows of one resource that have text. Each call reads the current state of the library. */
export class TextRows {
  readonly #store: ContentStore
  readonly #ref: ResourceRef
  readonly #searchable: Searchable

  constructor(store: ContentStore, ref: ResourceRef, searchable: Searchable) {
    this.#store = store
    this.#ref = ref
    this.#searchable = searchable
  }

  /** Reads all rows piece by piece. A commit may happen between two pieces. */
  async *pieces(): AsyncGenerator<TextRow[]> {
    for (const range of piecesOf(this.#searchable)) yield await this.#rows(range)
  }

  /** Reads all rows together, including rows without a place in the order. */
  all(): Promise<TextRow[]> {
    return this.#rows({})
  }

  async row(recordKey: string): Promise<TextRow | undefined> {
    const row = await this.#store.row(this.#searchable.recordType, this.#ref, recordKey)
    if (!row) return undefined
    return (await this.#isRepeated(row)) ? this.#textRow(row, '') : this.#textRow(row)
  }

  /** Reads the row with the text of a verse. If verses share a text, the row of the first of them. */
  async verse(verse: Verse): Promise<TextRow | undefined> {
    if (!this.#searchable.byVerse) return undefined
    const row = (await this.#verseRow(verse)) as Row<JsonObject> | undefined
    if (!row) return undefined
    const has = htmlOf(this.#searchable, row.data) !== '' && !(await this.#isRepeated(row))
    const found = has ? row : await this.#firstOfGroup(row)
    return found && this.#textRow(found as Row<JsonObject>)
  }

  /** Reads the first row of this row's group. Undefined for that row itself, and for a row without a group. */
  async #firstOfGroup({ data }: Row): Promise<Row | undefined> {
    const { verse_key, group_verse_key_from: from } = data as JsonObject
    const group = typeof from === 'string' && from !== verse_key ? /^(\d{1,3}):(\d{1,3})$/.exec(from) : null
    return group ? this.#verseRow({ chapter: Number(group[1]), verse: Number(group[2]) }) : undefined
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
    /** Texts of the first rows of groups, by verse. */
    const firsts = new Map<unknown, string>()
    const texts: TextRow[] = []
    for (const row of rows as Row<JsonObject>[]) {
      const { verse_key, group_verse_key_from: first } = row.data
      const html = htmlOf(this.#searchable, row.data)
      if (typeof first === 'string' && first === verse_key) firsts.set(first, html)
      const ofFirst = first === verse_key ? undefined : firsts.get(first)
      const isRepeated = ofFirst === undefined ? await this.#isRepeated(row) : ofFirst === html
      texts.push(this.#textRow(row, isRepeated ? '' : html))
    }
    return texts
  }

  /**
   * Whether the row repeats the text of its group's first row. Such a row counts as one without a text, so
   * that the text is found once.
   */
  async #isRepeated(row: Row<JsonObject>): Promise<boolean> {
    const html = htmlOf(this.#searchable, row.data)
    if (html === '') return false
    const first = await this.#firstOfGroup(row)
    return first !== undefined && htmlOf(this.#searchable, first.data) === html
  }

  #textRow({ key, data }: Row<JsonObject>, html = htmlOf(this.#searchable, data)): TextRow {
    const plain = html === '' ? [] : plainTextsOf(this.#searchable, data)
    const verseKey = data['verse_key']
    return {
      recordKey: key,
      verseKey: typeof verseKey === 'string' ? verseKey : null,
      html,
      plain,
      digest: plain.reduce((digest, each) => digestOf(each, digest), digestOf(html)),
    }
  }
}
