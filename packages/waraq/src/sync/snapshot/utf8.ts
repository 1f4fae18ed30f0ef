/** The bytes are not text. */
export class NotUtf8Error extends Error {
  override name = 'NotUtf8Error'
}

// A byte order mark inside the document is an ordinary character. `JSON.parse` refuses it in a wrong place.
const quick = new TextDecoder('utf-8', { ignoreBOM: true })
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes complete UTF-8. A decoder that throws at broken bytes takes browsers twice as long, so this one replaces them and
 * searches the result for U+FFFD.
 * @throws {NotUtf8Error} replacing broken bytes would change the text
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = quick.decode(bytes)
  if (!text.includes('\ufffd')) return text
  try {
    return strict.decode(bytes)
  } catch (error) {
    throw new NotUtf8Error('The bytes are not UTF-8', { cause: error })
  }
}

/** Removes the byte order mark that may precede a document. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}
