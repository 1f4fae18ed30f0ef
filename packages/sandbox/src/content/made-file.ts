import type { Bytes } from '../bytes.ts'

/** A file that is made anew each time that it is sent, piece by piece, so that none is ever held as a whole. */
export interface MadeFile {
  readonly type: string
  /** Equal for equal bytes only. */
  readonly etag: string
  readonly pieces: readonly FilePiece[]
}

export interface FilePiece {
  readonly length: number
  readonly bytes: () => Bytes
}
