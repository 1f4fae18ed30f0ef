/**
 * Cuts the records of a snapshot out of its text as it arrives, so that the document is never in memory as a whole. Pure.
 *
 * Where a batch may end is guessed first, and `JSON.parse` proves the guess: text from the beginning of a record that is a
 * complete JSON list once brackets are put around it ends where a record ends. That costs nothing beyond the parsing.
 * Where no guess holds, the text is walked through character by character. Both together accept what parsing the whole
 * document would accept, but for a second list of records, which they refuse.
 */

/** Some records in a row, at least one. */
export type RecordBatch = readonly unknown[]

/** The text cannot be a snapshot, whatever follows. */
export class UnsplittableError extends Error {
  override name = 'UnsplittableError'
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** How far beyond its least size a batch's end is guessed, in sizes of a batch. */
const guessedOver = 2

/** Where in the document it is, as seen from the list of records. */
type Phase = 'before' | 'records' | 'after'

export class RecordSplitter {
  readonly #batchSize: number
  #phase: Phase = 'before'
  /** In the list: from the beginning of a record. Before it: the whole document so far. */
  #text = ''
  /** Not looked at again before the text is that long: looking each time would take time by the square. */
  #wait = 0
  /** The walk through the text: how far it came, and what it is in. */
  #at = 0
  #depth = 0
  #inString = false
  /** Before the list, at depth 1: what comes next is a field's name. And the latest name, quotes included. */
  #expectsName = false
  #nameFrom = -1
  #name = ''
  /** A comma was met in the list, so a record has to follow. */
  #owesRecord = false
  #before: string | undefined
  readonly #after: string[] = []

  /** `batchSize`: characters from which on a batch of records is handed out. */
  constructor(batchSize: number) {
    this.#batchSize = batchSize
  }

  /** What stands before the list of records, its opening bracket included; undefined until it was met. */
  get before(): string | undefined {
    return this.#before
  }

  /** The document without its records; all of it where it has no list of them. */
  get rest(): string {
    return this.#before === undefined ? this.#text : this.#before + this.#after.join('')
  }

  /**
   * Takes the next piece of text; returns the batches that are complete with it.
   * @throws {UnsplittableError | SyntaxError}
   */
  push(text: string): RecordBatch[] {
    if (this.#phase === 'after') {
      this.#after.push(text)
      return []
    }
    this.#text += text
    return this.#text.length < this.#wait ? [] : this.#advance(false)
  }

  /**
   * What was left. To be called once the document has arrived whole; whether `rest` is JSON is for the caller to see.
   * @throws {UnsplittableError | SyntaxError}
   */
  finish(): RecordBatch[] {
    const batches = this.#advance(true)
    if (this.#phase === 'records') throw new UnsplittableError('the end is missing')
    // The document would mean the second list; the records of the first are on their way already.
    if (
      this.#phase === 'after' &&
      Object.hasOwn(JSON.parse(`{"":[${this.#after.join('')}`) as object, 'records')
    )
      throw new UnsplittableError('a second list of records')
    return batches
  }

  #advance(last: boolean): RecordBatch[] {
    const batches: RecordBatch[] = []
    if (this.#phase === 'before') this.#findList()
    while (this.#phase === 'records') {
      const batch = this.#guess() ?? (last || this.#isBeyondGuess() ? this.#walk() : undefined)
      if (!batch) break
      if (batch.length > 0) batches.push(batch)
    }
    // A record that is longer than all that was looked at so far may be very long.
    const { length } = this.#text
    if (this.#phase === 'records')
      this.#wait = this.#at > 0 ? 2 * length : Math.max(this.#batchSize, length + this.#batchSize / 8)
    return batches
  }

  #isBeyondGuess(): boolean {
    return this.#at > 0 || this.#text.length >= (1 + guessedOver) * this.#batchSize
  }

  /** A batch up to where the next record seems to begin as this one does, if it proves to be one. */
  #guess(): RecordBatch | undefined {
    if (this.#at > 0 || this.#text.length < this.#batchSize) return undefined
    const head = /^[ \t\n\r]*\{[ \t\n\r]*"[^"\\]{0,64}"[ \t\n\r]*:/.exec(this.#text.slice(0, 128))?.[0]
    if (head === undefined) return undefined
    const window = this.#text.slice(this.#batchSize, (1 + guessedOver) * this.#batchSize)
    const found = window.indexOf(`},${head}`)
    if (found < 0) return undefined
    const end = this.#batchSize + found + 1
    try {
      return this.#take(end, true)
    } catch {
      // The walk will tell whether the guess was wrong or the text is.
      return undefined
    }
  }

  /** Walks to the first comma between records from the batch's size on, or to the end of the list. */
  #walk(): RecordBatch | undefined {
    const text = this.#text
    while (this.#at < text.length) {
      if (this.#inString) {
        if (this.#skipString()) continue
        return undefined
      }
      const at = this.#at++
      switch (text.charCodeAt(at)) {
        case quote:
          this.#inString = true
          break
        case comma:
          if (this.#depth === 0 && at >= this.#batchSize) return this.#take(at, true)
          break
        case openBrace:
        case openBracket:
          this.#depth++
          break
        case closeBrace:
        case closeBracket:
          if (this.#depth === 0) return this.#takeLast(at)
          this.#depth--
          break
        default:
      }
    }
    return undefined
  }

  /** The records before `end`, where a comma stands, or the end of the list. */
  #take(end: number, atComma: boolean): RecordBatch {
    const records = JSON.parse(`[${this.#text.slice(0, end)}]`) as unknown[]
    if (records.length === 0 && (atComma || this.#owesRecord))
      throw new UnsplittableError('a comma without a record at its side')
    this.#text = this.#text.slice(atComma ? end + 1 : end)
    this.#owesRecord = atComma
    this.#at = 0
    this.#depth = 0
    return records
  }

  #takeLast(end: number): RecordBatch {
    const batch = this.#take(end, false)
    this.#phase = 'after'
    this.#after.push(this.#text)
    this.#text = ''
    return batch
  }

  /** Walks to the opening bracket of the list of records. */
  #findList(): void {
    const text = this.#text
    while (this.#at < text.length) {
      if (this.#inString) {
        if (!this.#skipString()) break
        if (this.#nameFrom >= 0) this.#name = text.slice(this.#nameFrom, this.#at)
        this.#nameFrom = -1
        continue
      }
      const at = this.#at++
      switch (text.charCodeAt(at)) {
        case quote:
          this.#inString = true
          if (this.#expectsName && this.#depth === 1) this.#nameFrom = at
          break
        case comma:
          if (this.#depth === 1) this.#expectsName = true
          break
        case colon:
          if (this.#depth === 1) this.#expectsName = false
          break
        case openBrace:
          if (this.#depth === 0) this.#expectsName = true
          this.#depth++
          break
        case openBracket:
          if (this.#depth === 1 && !this.#expectsName && isRecordsName(this.#name)) return this.#beginList()
          this.#depth++
          break
        case closeBrace:
        case closeBracket:
          this.#depth--
          break
        default:
      }
    }
    this.#wait = 2 * text.length
  }

  #beginList(): void {
    this.#before = this.#text.slice(0, this.#at)
    this.#text = this.#text.slice(this.#at)
    this.#phase = 'records'
    this.#at = 0
    this.#depth = 0
  }

  /** From inside a string past its closing quote; false where the text ends before it. */
  #skipString(): boolean {
    const text = this.#text
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at)
      if (code === quote) {
        this.#at++
        this.#inString = false
        return true
      }
      if (code !== backslash) continue
      // What it escapes comes with the next piece.
      if (this.#at + 1 === text.length) return false
      this.#at++
    }
    return false
  }
}

/** Names may be written with escapes. */
function isRecordsName(name: string): boolean {
  if (!name.includes('\\')) return name === '"records"'
  try {
    return JSON.parse(name) === 'records'
  } catch {
    return false
  }
}
