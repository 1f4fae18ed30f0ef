import { createHmac, timingSafeEqual } from 'node:crypto'

/** The checkpoint at the end of a batch. */
export interface SealedToken {
  readonly kind: 'token'
  readonly filter: string
  readonly sequence: number
}

/** A position within a batch. */
export interface SealedCursor {
  readonly kind: 'cursor'
  readonly mode: 'bootstrap' | 'incremental'
  readonly filter: string
  readonly perPage: number
  /** The bound of the batch. */
  readonly bound: number
  /** Sequence of the last change that was sent. */
  readonly after: number
}

/** Creates tokens and cursors that no client can read or forge, and opens its own ones. */
export class Sealer {
  readonly #secret: string
  #made = 0

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Text of letters, digits, `-`, `_` and one dot. It is different each time. */
  seal(content: SealedToken | SealedCursor): string {
    this.#made += 1
    const payload = Buffer.from(JSON.stringify({ ...content, made: this.#made })).toString('base64url')
    return `${payload}.${this.#sign(payload).toString('base64url')}`
  }

  open(kind: 'token', text: string): SealedToken | undefined
  open(kind: 'cursor', text: string): SealedCursor | undefined
  open(kind: string, text: string): SealedToken | SealedCursor | undefined {
    const [payload = '', signature = '', ...rest] = text.split('.')
    const expected = this.#sign(payload)
    const given = Buffer.from(signature, 'base64url')
    // Base64url has several spellings of one value. Only the spelling that was issued is valid.
    if (rest.length > 0 || given.toString('base64url') !== signature) return undefined
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const content = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SealedToken | SealedCursor
    return content.kind === kind ? content : undefined
  }

  #sign(payload: string): Buffer {
    return createHmac('sha256', this.#secret).update(payload).digest()
  }
}
