import { GrowingBytes } from './growing-bytes.ts'
import { JsonWalk, sign } from './json-walk.ts'
import { ListFinder } from './list-finder.ts'
import { decodeUtf8, withoutMark } from './utf8.ts'

/** Some records in a row, at least one. */
export type RecordBatch = readonly unknown[]

/** The bytes cannot be a snapshot, whatever follows. */
export class UnsplittableError extends Error {
  override name = 'UnsplittableError'
}

/** How far beyond its least size a batch's end is guessed, in sizes of a batch. */
const guessedOver = 2

/** Bytes of a record up to its first colon; one with more is not guessed about. */
const longestHead = 128

/** Where in the document it is, as seen from the list of records. */
type Phase = 'before' | 'records' | 'after'

/**
 * Cuts the records of a snapshot out of its bytes as they arrive, so that the document is never in memory as a whole. Pure.
 *
 * Where a batch may end is guessed first, and `JSON.parse` proves the guess: bytes from the beginning of a record that are
 * a complete JSON list once brackets are put around them end where a record ends. That costs nothing beyond the parsing.
 * Where no guess holds, the bytes are walked through one by one. Both together accept what parsing the whole document
 * would accept, but for a second list of records, which they refuse.
 */
export class RecordSplitter {
  readonly #batchSize: number
  #phase: Phase = 'before'
  /** Before the list: the whole document so far. In it: from the byte before a record. After it: all that follows. */
  readonly #bytes = new GrowingBytes()
  /** Not looked at again before there are that many: looking each time would take time by the square. */
  #wait = 0
  readonly #finder = new ListFinder()
  /** Through the records of the batch that no guess ended; depth 0 is between records. */
  #walk = new JsonWalk(1)
  /** A comma was met in the list, so a record has to follow. */
  #owesRecord = false
  #before: string | undefined

  /** `batchSize`: bytes from which on a batch of records is handed out. */
  constructor(batchSize: number) {
    this.#batchSize = batchSize
  }

  /** What stands before the list of records, its opening bracket included; undefined until it was met. */
  get before(): string | undefined {
    return this.#before
  }

  /**
   * The document without its records; all of it where it has no list of them. To be read at the end.
   * @throws {NotUtf8Error}
   */
  get rest(): string {
    return (this.#before ?? '') + decodeUtf8(withoutMark(this.#bytes.all()))
  }

  /**
   * Takes the next bytes; returns the batches that are complete with them.
   * @throws {UnsplittableError | SyntaxError | NotUtf8Error}
   */
  push(bytes: Uint8Array): RecordBatch[] {
    this.#bytes.push(bytes)
    return this.#bytes.length < this.#wait ? [] : this.#advance(false)
  }

  /**
   * What was left. To be called once the document has arrived whole; whether `rest` is JSON is for the caller to see.
   * @throws {UnsplittableError | SyntaxError | NotUtf8Error}
   */
  finish(): RecordBatch[] {
    const batches = this.#advance(true)
    if (this.#phase === 'records') throw new UnsplittableError('the end is missing')
    // The document would mean the second list; the records of the first are on their way already.
    if (
      this.#phase === 'after' &&
      Object.hasOwn(JSON.parse(`{"":[${decodeUtf8(this.#bytes.all())}`) as object, 'records')
    )
      throw new UnsplittableError('a second list of records')
    return batches
  }

  #advance(last: boolean): RecordBatch[] {
    const batches: RecordBatch[] = []
    if (this.#phase === 'before') this.#findList()
    while (this.#phase === 'records') {
      const batch = this.#guess() ?? (last || this.#isBeyondGuess() ? this.#walkOn() : undefined)
      if (!batch) break
      if (batch.length > 0) batches.push(batch)
    }
    // A record that is longer than all that was looked at so far may be very long.
    const { length } = this.#bytes
    if (this.#phase === 'records')
      this.#wait = this.#isWalking ? 2 * length : Math.max(this.#batchSize, length + this.#batchSize / 8)
    else if (this.#phase === 'after') this.#wait = Infinity
    return batches
  }

  /** No guess ended this batch. */
  get #isWalking(): boolean {
    return this.#walk.at > 1
  }

  #isBeyondGuess(): boolean {
    return this.#isWalking || this.#bytes.length >= (1 + guessedOver) * this.#batchSize
  }

  /** A batch up to where the next record seems to begin as this one does, if it proves to be one. */
  #guess(): RecordBatch | undefined {
    if (this.#isWalking || this.#bytes.length < this.#batchSize) return undefined
    const bytes = this.#bytes.all()
    const head = headLength(bytes)
    if (head === 0) return undefined
    const limit = Math.min(bytes.length - head, (1 + guessedOver) * this.#batchSize)
    let end = bytes.indexOf(sign.closeBrace, this.#batchSize) + 1
    while (end > 0 && end < limit && !beginsAlike(bytes, end, head))
      end = bytes.indexOf(sign.closeBrace, end) + 1
    if (end <= 0 || end >= limit) return undefined
    try {
      return this.#take(end, true)
    } catch {
      // The walk will tell whether the guess was wrong or the bytes are.
      return undefined
    }
  }

  /** Walks to the first comma between records from the batch's size on, or to the end of the list. */
  #walkOn(): RecordBatch | undefined {
    const bytes = this.#bytes.all()
    const walk = this.#walk
    for (let byte = walk.next(bytes); byte !== undefined; byte = walk.next(bytes)) {
      switch (byte) {
        case sign.comma:
          if (walk.depth === 0 && walk.at > this.#batchSize) return this.#take(walk.at - 1, true)
          break
        case sign.openBrace:
        case sign.openBracket:
          walk.depth++
          break
        case sign.closeBrace:
        case sign.closeBracket:
          if (walk.depth === 0) return this.#takeLast(walk.at - 1)
          walk.depth--
          break
        default:
      }
    }
    return undefined
  }

  /** The records before `end`, where a comma stands, or the end of the list. */
  #take(end: number, atComma: boolean): RecordBatch {
    const bytes = this.#bytes.all()
    // The byte before the first record is the list's bracket or a comma: with brackets at both ends it is a list.
    const [first, last] = [bytes[0]!, bytes[end]!]
    let records: unknown[]
    try {
      bytes[0] = sign.openBracket
      bytes[end] = sign.closeBracket
      records = JSON.parse(decodeUtf8(bytes.subarray(0, end + 1))) as unknown[]
    } finally {
      bytes[0] = first
      bytes[end] = last
    }
    if (records.length === 0 && (atComma || this.#owesRecord))
      throw new UnsplittableError('a comma without a record at its side')
    this.#bytes.drop(end)
    this.#owesRecord = atComma
    this.#walk = new JsonWalk(1)
    return records
  }

  #takeLast(end: number): RecordBatch {
    const batch = this.#take(end, false)
    this.#phase = 'after'
    return batch
  }

  /** Looks for the list of records; where it is, the records begin. */
  #findList(): void {
    const bytes = this.#bytes.all()
    const first = this.#finder.find(bytes)
    if (first === undefined) {
      this.#wait = 2 * bytes.length
      return
    }
    this.#before = decodeUtf8(withoutMark(bytes.subarray(0, first)))
    // The bracket stays: it is the byte before the first record.
    this.#bytes.drop(first - 1)
    this.#phase = 'records'
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === sign.space || byte === sign.lineFeed || byte === sign.carriageReturn || byte === sign.tab
}

/** How long the first record is up to the colon after its first name, counted from the byte before it; 0 where unclear. */
function headLength(bytes: Uint8Array): number {
  let at = 1
  const skipBlanks = () => {
    while (at < longestHead && isBlank(bytes[at])) at++
  }
  skipBlanks()
  if (bytes[at++] !== sign.openBrace) return 0
  skipBlanks()
  if (bytes[at++] !== sign.quote) return 0
  while (at < longestHead && bytes[at] !== sign.quote && bytes[at] !== sign.backslash) at++
  if (bytes[at++] !== sign.quote) return 0
  skipBlanks()
  return bytes[at] === sign.colon ? at + 1 : 0
}

/** Whether a comma stands at `at`, and what follows begins as the first record does. */
function beginsAlike(bytes: Uint8Array, at: number, head: number): boolean {
  if (bytes[at] !== sign.comma) return false
  for (let index = 1; index < head; index++) if (bytes[at + index] !== bytes[index]) return false
  return true
}
