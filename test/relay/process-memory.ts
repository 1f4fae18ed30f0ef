import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'

const chunkBytes = 8 * 1024 * 1024

/** Which of the texts lie in memory that the process can write to, in one byte a letter or in two, as engines keep strings. */
export function inMemoryOf(pid: number, texts: readonly string[]): string[] {
  const forms = texts.map(
    (text) => [text, Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')] as const,
  )
  const overlap = Math.max(...forms.map(([, , wide]) => wide.length))
  const found = new Set<string>()
  const buffer = Buffer.alloc(chunkBytes + overlap)
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, until] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (from === undefined || until === undefined) continue
      for (let at = BigInt(`0x${from}`); at < BigInt(`0x${until}`); at += BigInt(chunkBytes)) {
        const wanted = Math.min(buffer.length, Number(BigInt(`0x${until}`) - at))
        const read = readable(() => readSync(memory, buffer, 0, wanted, at))
        const part = buffer.subarray(0, read)
        for (const [text, narrow, wide] of forms)
          if (part.includes(narrow) || part.includes(wide)) found.add(text)
      }
    }
  } finally {
    closeSync(memory)
  }
  return [...found]
}

/** Some regions belong to devices and cannot be read. */
function readable(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}

/** Which of the texts lie in files below a folder. */
export function inFilesBelow(folder: string, texts: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const contents = files.map((file) => readFileSync(join(file.parentPath, file.name)))
  return texts.filter((text) => contents.some((content) => content.includes(text)))
}
