import { JsonWalk, sign } from './json-walk.ts'
import { decodeUtf8 } from './utf8.ts'

/** Finds the list of records among the fields of a document that arrives piece by piece. */
export class ListFinder {
  readonly #walk = new JsonWalk(0)
  /** At depth 1: the next string is a field's name, not its value. */
  #expectsName = false
  /** Positions of the latest name's opening quote, and of its field's colon. */
  #nameFrom = 0
  #colonAt = 0

  /**
   * Returns the position behind the list's opening bracket, where the first record starts; undefined if it has not arrived yet.
   */
  find(bytes: Uint8Array): number | undefined {
    const walk = this.#walk
    for (let byte = walk.next(bytes); byte !== undefined; byte = walk.next(bytes)) {
      switch (byte) {
        case sign.quote:
          if (this.#expectsName && walk.depth === 1) this.#nameFrom = walk.at - 1
          break
        case sign.comma:
          if (walk.depth === 1) this.#expectsName = true
          break
        case sign.colon:
          if (walk.depth !== 1) break
          this.#expectsName = false
          this.#colonAt = walk.at - 1
          break
        case sign.openBrace:
          if (walk.depth === 0) this.#expectsName = true
          walk.depth++
          break
        case sign.openBracket:
          if (walk.depth === 1 && !this.#expectsName && this.#isNamedRecords(bytes)) return walk.at
          // Only the first list can be the field's value. Reading the name again for each further list would take for ever.
          if (walk.depth === 1) this.#expectsName = true
          walk.depth++
          break
        case sign.closeBrace:
        case sign.closeBracket:
          walk.depth--
          break
        default:
      }
    }
    return undefined
  }

  /** Whether the latest field is the list of records. Names may be written with escapes, so the name is parsed. */
  #isNamedRecords(bytes: Uint8Array): boolean {
    try {
      return JSON.parse(decodeUtf8(bytes.subarray(this.#nameFrom, this.#colonAt))) === 'records'
    } catch {
      return false
    }
  }
}
