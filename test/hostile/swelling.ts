import { constants, deflateRawSync } from 'node:zlib'
import type { Framing } from './framings.ts'

/** Snapshots that are small on the wire and swell in the reader: one piece, over and over, at one place of a good one. */

interface Swelling {
  readonly name: string
  /** The place in the good text at which it swells. */
  readonly at: (text: string) => number
  /** What stands there once, before the pieces. */
  readonly begin: string
  readonly piece: string
  /** Bytes of all pieces together. */
  readonly bytes: number
  /** The error that it ends in. */
  readonly came: 'snapshot_too_large' | 'truncated_body'
}

const gibibyte = 1024 ** 3
const before = (text: string) => text.indexOf('"records"')
const first = (text: string) => text.indexOf('{"id"')
const between = (text: string) => text.indexOf('},{') + 1
const after = (text: string) => text.lastIndexOf(']') + 1

const bodies: readonly (readonly [
  name: string,
  at: Swelling['at'],
  begin: string,
  piece: string,
  bytes: number,
])[] = [
  ['white space before the list', before, '', ' ', 4 * gibibyte],
  ['white space before the first record', first, '', ' ', 4 * gibibyte],
  ['white space between two records', between, '', ' ', 4 * gibibyte],
  ['white space in a record', (text) => first(text) + 1, '', ' ', 4 * gibibyte],
  ['white space after the list', after, '', ' ', 4 * gibibyte],
  ['white space after the document', (text) => text.length, '', ' ', 4 * gibibyte],
  ['60 KiB of white space after each record', first, '', `{},${' '.repeat(60 * 1024)}`, 4 * gibibyte],
  ['1 KiB of white space after each record', first, '', `{}${' '.repeat(1024)},`, 4 * gibibyte],
  ['one text in a record', (text) => text.indexOf('version'), '', 'a', gibibyte],
  ['one text as a record', first, '"', 'a', gibibyte],
  ['one text before the list', before, '"x":"', 'a', gibibyte],
  ['one text after the list', after, ',"x":"', 'a', gibibyte],
  ['one number in a record', (text) => first(text) + 6, '', '1', gibibyte],
  ['one number as a record', first, '', '1', gibibyte],
  ['one key', (text) => first(text) + 2, '', 'k', gibibyte],
  ['10 million brackets in each other', first, '', '[', 10_000_000],
  ['10 million brackets before the list', before, '"x":', '[', 10_000_000],
  ['10 million objects in each other', first, '', '{"a":', 50_000_000],
  ['empty records', first, '', '{},', 4 * gibibyte],
  ['empty objects in one record', first, '[', '{},', 4 * gibibyte],
]

export const swellings: readonly Swelling[] = [
  ...bodies.map(([name, at, begin, piece, bytes]) => ({
    name,
    at,
    begin,
    piece,
    bytes,
    came: 'snapshot_too_large' as const,
  })),
  // Within the limits, and no JSON: it must not take long to find that out.
  {
    name: 'many lists under one long name',
    at: before,
    begin: `"${'k'.repeat(400_000)}":`,
    piece: '[]',
    bytes: 600_000,
    came: 'truncated_body',
  },
]

const blockLength = 1024 * 1024
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** Compressed so that the bytes can stand anywhere in a gzip stream, any number of times. */
function block(text: string): Buffer {
  return deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
}

/** The good text of a body swollen, as gzip. It has no check sum at its end: its reader gives it up before, or reads without. */
export function swollen({ at, begin, piece, bytes }: Swelling, text: string): Buffer {
  const place = at(text)
  const each = Math.max(1, Math.min(Math.floor(blockLength / piece.length), Math.floor(bytes / piece.length)))
  const times = Math.max(1, Math.round(bytes / (each * piece.length)))
  const repeated = block(piece.repeat(each))
  return Buffer.concat([
    gzipHeader,
    block(text.slice(0, place) + begin),
    ...Array.from({ length: times }, () => repeated),
    deflateRawSync(text.slice(place)),
  ])
}

/** For the raw server, which frames the good text. */
export function framingOf(swelling: Swelling): Framing {
  return {
    name: swelling.name,
    gzip: false,
    seemsComplete: true,
    frame: (content) => ({
      headers: ['Content-Encoding: gzip'],
      bytes: swollen(swelling, content.toString()),
    }),
  }
}
