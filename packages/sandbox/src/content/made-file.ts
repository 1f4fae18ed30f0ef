import type { Bytes } from '../bytes.ts'

/** A file that is generated each time it is sent, piece by piece, so that it is never completely in memory. */
export interface MadeFile {
  readonly type: string
  /** Equal only for equal bytes. */
  readonly etag: string
  readonly pieces: readonly FilePiece[]
}

export interface FilePiece {
  readonly length: number
  readonly bytes: () => Bytes
}
