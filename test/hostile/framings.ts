import { gunzipSync, constants, gzipSync } from 'node:zlib'

/** Ways in which a server can frame a body and stop in the middle of it, as bytes on the wire. */
export interface Framing {
  readonly name: string
  readonly gzip: boolean
  /** Whether a reader of the framing alone takes the cut body for complete: then only its text can tell. */
  readonly seemsComplete: boolean
  /** The answer's headers for it and everything after them. `content` is what is to be framed, cut at `cut`. */
  frame(content: Buffer, cut: number): { readonly headers: readonly string[]; readonly bytes: Buffer }
}

const lengthHeader = (length: number) => [`Content-Length: ${length}`]
const chunkedHeader = ['Transfer-Encoding: chunked']
const lastChunk = Buffer.from('0\r\n\r\n')

function chunk(bytes: Buffer, claimed = bytes.length): Buffer {
  if (claimed === 0) return Buffer.alloc(0)
  const end = claimed === bytes.length ? '\r\n' : ''
  return Buffer.concat([Buffer.from(`${claimed.toString(16)}\r\n`), bytes, Buffer.from(end)])
}

const crcAndLength = 8

export const framings: readonly Framing[] = [
  {
    name: 'Content-Length, cut',
    gzip: false,
    seemsComplete: false,
    frame: (content, cut) => ({ headers: lengthHeader(content.length), bytes: content.subarray(0, cut) }),
  },
  {
    name: 'Content-Length too long',
    gzip: false,
    seemsComplete: false,
    frame: (content, cut) => ({ headers: lengthHeader(content.length + 9), bytes: content.subarray(0, cut) }),
  },
  {
    name: 'Content-Length too short',
    gzip: false,
    seemsComplete: true,
    frame: (content, cut) => ({ headers: lengthHeader(cut), bytes: content }),
  },
  {
    name: 'chunked, complete',
    gzip: false,
    seemsComplete: true,
    frame: (content, cut) => ({
      headers: chunkedHeader,
      bytes: Buffer.concat([
        chunk(content.subarray(0, cut >> 1)),
        chunk(content.subarray(cut >> 1, cut)),
        lastChunk,
      ]),
    }),
  },
  {
    name: 'chunked, cut in a chunk',
    gzip: false,
    seemsComplete: false,
    frame: (content, cut) => ({
      headers: chunkedHeader,
      bytes: chunk(content.subarray(0, cut), content.length + 1),
    }),
  },
  {
    name: 'chunked without a last chunk',
    gzip: false,
    seemsComplete: false,
    frame: (content, cut) => ({ headers: chunkedHeader, bytes: chunk(content.subarray(0, cut)) }),
  },
  {
    name: 'until the connection closes',
    gzip: false,
    seemsComplete: true,
    frame: (content, cut) => ({ headers: [], bytes: content.subarray(0, cut) }),
  },
  {
    name: 'gzip with its Content-Length',
    gzip: true,
    seemsComplete: true,
    frame: (content, cut) => ({ headers: lengthHeader(cut), bytes: content.subarray(0, cut) }),
  },
  {
    name: 'gzip, chunked, without CRC',
    gzip: true,
    seemsComplete: true,
    frame: (content, cut) => ({
      headers: chunkedHeader,
      bytes: Buffer.concat([
        chunk(content.subarray(0, Math.min(cut, content.length - crcAndLength))),
        lastChunk,
      ]),
    }),
  },
  {
    name: 'gzip until the connection closes',
    gzip: true,
    seemsComplete: true,
    frame: (content, cut) => ({ headers: [], bytes: content.subarray(0, cut) }),
  },
]

/** The content of the body: the text, compressed where the framing says so. */
export function contentOf(framing: Framing, text: string): Buffer {
  return framing.gzip ? gzipSync(text) : Buffer.from(text)
}

/** Whether all of the text is in the first `cut` bytes: the end of a gzip stream is a check sum, and no text. */
export function holdsAll(framing: Framing, content: Buffer, cut: number): boolean {
  if (!framing.gzip) return cut >= content.length
  try {
    const whole = gunzipSync(content)
    return gunzipSync(content.subarray(0, cut), { finishFlush: constants.Z_SYNC_FLUSH }).equals(whole)
  } catch {
    return false
  }
}
