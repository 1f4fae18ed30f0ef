/** Reads a body as text; undefined if it breaks off or is longer than `most` bytes. */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<string | undefined> {
  if (!body) return ''
  // Another part of the server is reading the body.
  if (body.locked) return undefined
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > most) return undefined
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return undefined
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
