/** Rows of one word in ascending order, each followed by the number of occurrences: `[row, count, row, count]`. */
export type Postings = number[]

/** Words and their postings. */
export type Vocabulary = Map<string, Postings>

/** Postings of all words as bytes, in the order of the words. */
export interface PackedPostings {
  /** Sorted, one a line. Words never contain a line break. */
  readonly words: string
  /**
   * For each word, the number of rows. Then, for each row, its distance from the preceding row, doubled,
   * and odd if a count follows.
   */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Writes whole numbers in as few bytes as possible, seven bits each. */
class Writer {
  #bytes = new Uint8Array(1 << 16)
  #length = 0

  write(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow()
    let rest = value
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) | 128
    this.#bytes[this.#length++] = rest
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(): number {
    for (let value = 0, shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) break
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
    }
    throw new RangeError('The postings end early')
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length
  }
}

export function packPostings(vocabulary: Vocabulary): PackedPostings {
  const words = [...vocabulary.keys()].sort()
  const writer = new Writer()
  for (const word of words) {
    const postings = vocabulary.get(word)!
    writer.write(postings.length / 2)
    let before = 0
    for (let index = 0; index < postings.length; index += 2) {
      const [row, count] = [postings[index]!, postings[index + 1]!]
      writer.write((row - before) * 2 + (count > 1 ? 1 : 0))
      if (count > 1) writer.write(count)
      before = row
    }
  }
  return { words: words.join('\n'), bytes: writer.finish() }
}

function readPostings(reader: Reader, rows: number): Postings {
  const postings: Postings = []
  let row = 0
  for (let left = reader.read(); left > 0; left--) {
    const step = reader.read()
    row += step >>> 1
    if (row >= rows) throw new RangeError('The postings name a row that is not there')
    postings.push(row, step & 1 ? reader.read() : 1)
  }
  return postings
}

/**
 * Reads packed postings.
 * @throws {RangeError} if they were not written for this number of rows
 */
export function unpackPostings({ words, bytes }: PackedPostings, rows: number): Vocabulary {
  const reader = new Reader(bytes)
  const vocabulary: Vocabulary = new Map()
  for (const word of words === '' ? [] : words.split('\n')) vocabulary.set(word, readPostings(reader, rows))
  if (!reader.atEnd) throw new RangeError('The postings go on behind the last word')
  return vocabulary
}
