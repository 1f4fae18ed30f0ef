import { brotliDecompressSync } from 'node:zlib'

/** Reads which characters a font file has glyphs for: the table `cmap` of a WOFF2 file. https://www.w3.org/TR/WOFF2/ */

const headerBytes = 48
/** Tags of tables by their short number in the directory; `cmap` is the first, and only these two may be transformed. */
const [cmap, glyf, loca, named] = [0, 10, 11, 63]

interface Table {
  readonly tag: number
  readonly bytes: number
}

/** The directory of tables, and where the compressed tables begin. */
function directoryOf(file: Buffer): { readonly tables: readonly Table[]; readonly end: number } {
  let at = headerBytes
  const number = () => {
    for (let value = 0; ;) {
      const byte = file[at++]!
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const tables = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file[at++]!
    const tag = flags & 63
    if (tag === named) at += 4
    const version = flags >> 6
    const original = number()
    const isTransformed = tag === glyf || tag === loca ? version !== 3 : version !== 0
    return { tag, bytes: isTransformed ? number() : original }
  })
  return { tables, end: at }
}

function* charactersOfSegments(table: Buffer): Generator<number> {
  const segments = table.readUInt16BE(6) / 2
  const word = (list: number, index: number) => table.readUInt16BE(14 + list + index * 2)
  const [ends, starts, deltas, offsets] = [0, 2 + segments * 2, 2 + segments * 4, 2 + segments * 6]
  for (let segment = 0; segment < segments; segment++) {
    const [first, last] = [word(starts, segment), word(ends, segment)]
    const [delta, offset] = [word(deltas, segment), word(offsets, segment)]
    for (let character = first; character <= last && character < 0xffff; character++) {
      const glyph = offset === 0 ? character : word(offsets, segment + offset / 2 + character - first)
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) yield character
    }
  }
}

function* charactersOfGroups(table: Buffer): Generator<number> {
  for (let group = 0; group < table.readUInt32BE(12); group++) {
    const at = 16 + group * 12
    for (let character = table.readUInt32BE(at); character <= table.readUInt32BE(at + 4); character++)
      yield character
  }
}

/** All code points that have a glyph. */
export function charactersOf(file: Buffer): ReadonlySet<number> {
  const { tables, end } = directoryOf(file)
  const data = brotliDecompressSync(file.subarray(end, end + file.readUInt32BE(20)))
  const index = tables.findIndex(({ tag }) => tag === cmap)
  const start = tables.slice(0, index).reduce((sum, { bytes }) => sum + bytes, 0)
  const table = data.subarray(start, start + tables[index]!.bytes)
  const characters = new Set<number>()
  for (let record = 0; record < table.readUInt16BE(2); record++) {
    const encoding = table.subarray(table.readUInt32BE(8 + record * 8))
    const format = encoding.readUInt16BE(0)
    if (format === 4) for (const each of charactersOfSegments(encoding)) characters.add(each)
    if (format === 12) for (const each of charactersOfGroups(encoding)) characters.add(each)
  }
  return characters
}
