import { JsonWalk, sign } from './json-walk.ts'
import { decodeUtf8 } from './utf8.ts'

/** Looks for the list of records among the fields of a document that arrives piece by piece. */
export class ListFinder {
  readonly #walk = new JsonWalk(0)
  /** At depth 1: what comes next is a field's name, not its value. */
  #expectsName = false
  /** Where the latest name's opening quote stands, and where its field's colon does. */
  #nameFrom = 0
  #colonAt = 0

  /** Where the first record begins, behind the list's opening bracket; undefined where that has not come yet. */
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

  /** Whether the latest field's name is that of the list. Names may be written with escapes. */
  #isNamedRecords(bytes: Uint8Array): boolean {
    try {
      return JSON.parse(decodeUtf8(bytes.subarray(this.#nameFrom, this.#colonAt))) === 'records'
    } catch {
      return false
    }
  }
}
