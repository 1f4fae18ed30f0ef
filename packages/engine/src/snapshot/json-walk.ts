/** Signs of JSON, as bytes. In UTF-8 no byte of any other character is one of them. */
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
 * A walk through bytes of JSON that arrive piece by piece: how far it came, and what it is in. It knows strings and how
 * deep brackets are nested, and no more.
 */
export class JsonWalk {
  at: number
  depth = 0
  #inString = false

  constructor(at: number) {
    this.at = at
  }

  /**
   * The next byte outside of strings, or undefined where there is none yet. `at` is behind it then. Of a string only its
   * opening quote is given.
   */
  next(bytes: Uint8Array): number | undefined {
    if (this.#inString && !this.#skipString(bytes)) return undefined
    if (this.at >= bytes.length) return undefined
    const byte = bytes[this.at++]!
    if (byte === sign.quote) this.#inString = true
    return byte
  }

  /** From inside a string past its closing quote; false where the bytes end before it. */
  #skipString(bytes: Uint8Array): boolean {
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at]
      if (byte === sign.quote) {
        this.at++
        this.#inString = false
        return true
      }
      if (byte !== sign.backslash) continue
      // What it escapes comes with the next bytes.
      if (this.at + 1 === bytes.length) return false
      this.at++
    }
    return false
  }
}
