import { closeSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '@waraq/test-support/random'

/** Damage as by power cuts, full disks and cleaning programs to the files of a browser's database. */
export interface Damage {
  readonly name: string
  /** Returns how many files it met. */
  readonly apply: (folder: string, random: Random) => number
}

function files(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
}

/** Bytes overwritten in one go; and one such stretch for so many bytes of a file. */
const stretch = { length: 512, every: 64 * 1024 } as const

function scribble(file: string, random: Random): void {
  const { size } = statSync(file)
  const handle = openSync(file, 'r+')
  for (let count = Math.ceil(size / stretch.every); count > 0; count -= 1) {
    const bytes = Uint8Array.from({ length: Math.min(stretch.length, size) }, () => random.int(256))
    writeSync(handle, bytes, 0, bytes.length, random.int(Math.max(1, size - bytes.length)))
  }
  closeSync(handle)
}

const each =
  (pattern: RegExp, harm: (file: string, random: Random) => void): Damage['apply'] =>
  (folder, random) => {
    const met = files(folder, pattern)
    for (const file of met) harm(file, random)
    return met.length
  }
const remove = (file: string) => rmSync(file)

export const damages: readonly Damage[] = [
  { name: 'CURRENT removed', apply: each(/^CURRENT$/, remove) },
  { name: 'MANIFEST removed', apply: each(/^MANIFEST-/, remove) },
  { name: 'tables and logs scribbled over', apply: each(/\.(ldb|log)$/, scribble) },
  {
    name: 'tables and logs cut in half',
    apply: each(/\.(ldb|log)$/, (file) => truncateSync(file, Math.floor(statSync(file).size / 2))),
  },
  { name: 'all logs removed', apply: each(/\.log$/, remove) },
  { name: 'LOCK and LOG removed', apply: each(/^LO(CK|G)/, remove) },
]

/** The folder in which Chromium keeps the database of a site. */
export function databaseFolder(profile: string, origin: string): string {
  const { hostname, port } = new URL(origin)
  return join(profile, 'Default', 'IndexedDB', `http_${hostname}_${port}.indexeddb.leveldb`)
}
