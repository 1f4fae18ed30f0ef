/** Types that hosts use for files of any kind. Only the first bytes identify such a file. */
const anything = /^(application\/(octet-stream|ogg)|binary\/octet-stream)$/

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0))

/**
 * Detects the header of an MPEG audio or AAC frame, which have no other mark. Reserved values distinguish it from other bytes.
 */
function typeOfFrame([first, second = 0, third = 0]: Uint8Array): string | null {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  const isReserved =
    (second & 0x18) === 0x08 || (second & 0x06) === 0 || third >> 4 === 15 || (third & 0x0c) === 0x0c
  return isReserved ? null : 'audio/mpeg'
}

function typeOfBytes(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 'ID3')) return 'audio/mpeg'
  if (startsWith(bytes, 'OggS')) return 'audio/ogg'
  if (startsWith(bytes, 'fLaC')) return 'audio/flac'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8)) return 'audio/wav'
  if (startsWith(bytes, 'ftyp', 4)) return 'audio/mp4'
  return typeOfFrame(bytes)
}

/**
 * Returns the media type of a recording by its first bytes. Null if these are not audio, or if the response declares another
 * type. A web page with status 200 fails both checks. Kept files get only this type: their object URLs have the page's own
 * origin, where an HTML page would be dangerous.
 */
export function audioType(contentType: string | null, bytes: Uint8Array): string | null {
  const said = (contentType ?? 'application/octet-stream').split(';')[0]!.trim().toLowerCase()
  return said.startsWith('audio/') || anything.test(said) ? typeOfBytes(bytes) : null
}
