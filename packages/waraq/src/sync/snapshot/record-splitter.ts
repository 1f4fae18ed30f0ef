import { GrowingBytes } from './growing-bytes.ts'
import { JsonWalk, sign } from './json-walk.ts'
import { ListFinder } from './list-finder.ts'
import { decodeUtf8, withoutMark } from './utf8.ts'

/** Consecutive records, at least one. */
export type RecordBatch = readonly unknown[]

/** The bytes so far cannot be the start of a snapshot. */
export class UnsplittableError extends Error {
  override name = 'UnsplittableError'
}

/** Limits of a snapshot. Without them, some megabytes of gzip could unpack to gigabytes of one text, or of nothing. */
export interface SnapshotLimits {
  /** Bytes of one record. Must be at least those of a guessed batch. */
  readonly record: number
  /** Bytes of consecutive white space between records. */
  readonly gap: number
  /** Bytes before the list of records; bytes after it; white space between records beyond all other bytes there. */
  readonly around: number
  /** Records. The reader remembers the key of each. */
  readonly records: number
}

/**
 * The longest rows are tafsirs and articles: HTML of some hundred kilobytes. An envelope has a few hundred bytes. The longest
 * lists are those of words, of less than a hundred thousand records.
 */
const snapshotLimits: SnapshotLimits = {
  record: 4 * 1024 * 1024,
  gap: 64 * 1024,
  around: 1024 * 1024,
  records: 1_000_000,
}

const limitWords: Readonly<Record<keyof SnapshotLimits, string>> = {
  record: 'bytes of one record',
  gap: 'bytes of white space in a row',
  around: 'bytes around its records',
  records: 'records',
}

/** The snapshot exceeds a limit, which the message names. */
export class SwollenError extends Error {
  override name = 'SwollenError'
}

/** The end of a batch is guessed up to this many batch sizes beyond its minimum size. */
const guessedOver = 2

/** Maximum bytes of a record up to its first colon. If there are more, the splitter does not guess. */
const longestHead = 128

/** The splitter's position in the document: before, in or after the list of records. */
type Phase = 'before' | 'records' | 'after'

/**
 * Cuts the records of a snapshot out of its bytes as they arrive, so that the complete document is never in memory. Pure.
 *
 * It first guesses where a batch ends, and `JSON.parse` proves the guess: brackets are put around the bytes that start with a
 * record. If they then parse as a list, they end where a record ends. That costs nothing in addition to parsing. If no guess
 * holds, it walks through the bytes one by one. Both accept what parsing the complete document would accept, except a second list
 * of records and what exceeds the limits. They refuse these.
 *
 * Where it cuts, and what it refuses, depends only on the bytes, not on the pieces in which they arrive.
 */
export class RecordSplitter {
  /** Minimum bytes of the next batch. It doubles with each batch until it is the usual one. */
  #batchSize: number
  readonly #usualSize: number
  readonly #limits: SnapshotLimits
  #phase: Phase = 'before'
  /** Before the list: the complete document so far. In the list: from the byte before a record. After it: all bytes since. */
  readonly #bytes = new GrowingBytes()
  readonly #finder = new ListFinder()
  /** Walks through a batch for which no guess held; depth 0 is between records. */
  #walk = new JsonWalk(1)
  /** Start of the record that the walk is in; 0 before the record has started. */
  #recordFrom = 0
  /** White space since the record or comma before it. */
  #gap = 0
  /** Counts of the entire list so far: white space between records, as far as the walk saw it; bytes taken; records. */
  #blank = 0
  #taken = 0
  #records = 0
  /** The latest batch ended at a comma, so a record must follow. */
  #needsRecord = false
  #before: string | undefined

  /** `batchSize`: minimum bytes of a batch of records. `firstBatch`: the same for the first batch, if it should come sooner. */
  constructor(batchSize: number, { firstBatch = batchSize, limits = snapshotLimits } = {}) {
    this.#batchSize = firstBatch
    this.#usualSize = batchSize
    this.#limits = limits
  }

  /** The text before the list of records, with its opening bracket; undefined until the list is found. */
  get before(): string | undefined {
    return this.#before
  }

  /**
   * The document without its records; the complete document if it has no list of them. Read it at the end.
   * @throws {NotUtf8Error}
   */
  get rest(): string {
    return (this.#before ?? '') + decodeUtf8(withoutMark(this.#bytes.all()))
  }

  /**
   * Takes the next bytes and returns the batches that they complete.
   * @throws {SwollenError | UnsplittableError | SyntaxError | NotUtf8Error}
   */
  push(bytes: Uint8Array): RecordBatch[] {
    this.#bytes.push(bytes)
    return this.#advance(false)
  }

  /**
   * Returns the remaining batches. Call it when the complete document has arrived. The caller checks whether `rest` is JSON.
   * @throws {SwollenError | UnsplittableError | SyntaxError | NotUtf8Error}
   */
  finish(): RecordBatch[] {
    const batches = this.#advance(true)
    if (this.#phase === 'records') throw new UnsplittableError('the end is missing')
    // By JSON's rules the second list would count, but the records of the first one were already returned.
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
      // A guess is made when all the bytes that it may look at are here. A walk continues with each piece.
      if (!last && !this.#isWalking && this.#bytes.length < this.#guessed + longestHead) break
      const batch = this.#guess() ?? this.#walkOn()
      if (!batch) break
      this.#records += batch.length
      this.#allow('records', this.#records)
      if (batch.length > 0) batches.push(batch)
    }
    if (this.#phase === 'after') this.#allow('around', this.#bytes.length)
    return batches
  }

  #allow(what: keyof SnapshotLimits, count: number): void {
    const most = this.#limits[what]
    if (count > most) throw new SwollenError(`more than ${most} ${limitWords[what]}`)
  }

  /** Maximum bytes of a guessed batch. */
  get #guessed(): number {
    return (1 + guessedOver) * this.#batchSize
  }

  /** Whether the walk has started, because no guess held for this batch. */
  get #isWalking(): boolean {
    return this.#walk.at > 1
  }

  /**
   * Guesses that the batch ends where a record seems to start like the first one. Returns undefined if the guess does not hold.
   */
  #guess(): RecordBatch | undefined {
    if (this.#isWalking || this.#bytes.length < this.#batchSize) return undefined
    const bytes = this.#bytes.all()
    const head = headLength(bytes)
    if (head === 0) return undefined
    const limit = Math.min(bytes.length - head, this.#guessed)
    let end = bytes.indexOf(sign.closeBrace, this.#batchSize) + 1
    while (end > 0 && end < limit && !beginsAlike(bytes, end, head))
      end = bytes.indexOf(sign.closeBrace, end) + 1
    if (end <= 0 || end >= limit || mayHoldGap(bytes, end, this.#limits.gap)) return undefined
    try {
      return this.#take(end, true)
    } catch {
      // The walk determines whether the guess or the bytes were wrong.
      return undefined
    }
  }

  /** Walks to the first comma between records after the batch's size, or to the end of the list. */
  #walkOn(): RecordBatch | undefined {
    const bytes = this.#bytes.all()
    const walk = this.#walk
    for (let byte = walk.next(bytes); byte !== undefined; byte = walk.next(bytes)) {
      if (walk.depth === 0 && isBlank(byte)) {
        this.#endRecord(walk.at - 1)
        this.#allow('gap', ++this.#gap)
        this.#allow('around', 2 * ++this.#blank - this.#taken - walk.at)
        continue
      }
      this.#gap = 0
      switch (byte) {
        case sign.comma:
          if (walk.depth > 0) break
          this.#endRecord(walk.at - 1)
          if (walk.at > this.#batchSize) return this.#take(walk.at - 1, true)
          continue
        case sign.openBrace:
        case sign.openBracket:
          walk.depth++
          break
        case sign.closeBrace:
        case sign.closeBracket:
          if (walk.depth === 0) {
            this.#endRecord(walk.at - 1)
            return this.#takeLast(walk.at - 1)
          }
          walk.depth--
          break
        default:
      }
      this.#recordFrom ||= walk.at - 1
    }
    // The bytes so far of an incomplete record.
    if (this.#recordFrom > 0) this.#allow('record', walk.at - this.#recordFrom)
    return undefined
  }

  #endRecord(end: number): void {
    if (this.#recordFrom > 0) this.#allow('record', end - this.#recordFrom)
    this.#recordFrom = 0
  }

  /** Takes the records before `end`, the position of a comma or of the list's end. */
  #take(end: number, atComma: boolean): RecordBatch {
    const bytes = this.#bytes.all()
    // The byte before the first record is the list's bracket or a comma. With brackets in both places, the bytes are a list.
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
    if (records.length === 0 && (atComma || this.#needsRecord))
      throw new UnsplittableError('a comma without a record at its side')
    this.#bytes.drop(end)
    this.#taken += end
    this.#batchSize = Math.min(2 * this.#batchSize, this.#usualSize)
    this.#needsRecord = atComma
    this.#walk = new JsonWalk(1)
    return records
  }

  #takeLast(end: number): RecordBatch {
    const batch = this.#take(end, false)
    this.#phase = 'after'
    return batch
  }

  /** Searches for the list of records, and enters it when it is found. */
  #findList(): void {
    const bytes = this.#bytes.all()
    const first = this.#finder.find(bytes)
    this.#allow('around', first ?? bytes.length)
    if (first === undefined) return
    this.#before = decodeUtf8(withoutMark(bytes.subarray(0, first)))
    // The bracket stays as the byte before the first record.
    this.#bytes.drop(first - 1)
    this.#phase = 'records'
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === sign.space || byte === sign.lineFeed || byte === sign.carriageReturn || byte === sign.tab
}

/** Whether so many consecutive samples are white space that a gap may be too long. The walk then checks each byte. */
function mayHoldGap(bytes: Uint8Array, end: number, most: number): boolean {
  const step = Math.max(1, most >> 4)
  const many = Math.floor(most / step)
  let blanks = 0
  for (let at = 0; at < end && blanks < many; at += step) blanks = isBlank(bytes[at]) ? blanks + 1 : 0
  return blanks >= many
}

/** Bytes from before the first record to the colon after its first name; 0 if they are too many, or not as expected. */
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

/** Whether there is a comma at `at`, followed by the bytes with which the first record starts. */
function beginsAlike(bytes: Uint8Array, at: number, head: number): boolean {
  if (bytes[at] !== sign.comma) return false
  for (let index = 1; index < head; index++) if (bytes[at + index] !== bytes[index]) return false
  return true
}
