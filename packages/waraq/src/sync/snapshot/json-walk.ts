/** The punctuation of JSON, as bytes. In UTF-8 no byte of another character equals one of them. */
export const sign = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const

/**
 * A walk through bytes of JSON that arrive piece by piece: its position and nesting depth. It knows only the strings and brackets
 * of JSON.
 */
export class JsonWalk {
  at: number
  depth = 0
  #inString = false

  constructor(at: number) {
    this.at = at
  }

  /**
   * Returns the next byte outside of strings, or undefined if it has not arrived yet. Afterwards `at` is behind it. Of a string,
   * only the opening quote is returned.
   */
  next(bytes: Uint8Array): number | undefined {
    if (this.#inString && !this.#skipString(bytes)) return undefined
    if (this.at >= bytes.length) return undefined
    const byte = bytes[this.at++]!
    if (byte === sign.quote) this.#inString = true
    return byte
  }

  /** Moves from inside a string past its closing quote. Returns false if the bytes end before it. */
  #skipString(bytes: Uint8Array): boolean {
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at]
      if (byte === sign.quote) {
        this.at++
        this.#inString = false
        return true
      }
      if (byte !== sign.backslash) continue
      // The escaped character arrives with the next bytes.
      if (this.at + 1 === bytes.length) return false
      this.at++
    }
    return false
  }
}
