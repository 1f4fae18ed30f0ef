import { closeSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '@waraq/test-support/random'
import type { ChromiumStore } from '../scripts/browsers.mjs'

/** Damage to the files of a browser's database, as caused by power cuts, full disks and cleaning programs. */
export interface Damage {
  readonly name: string
  /** The browser is killed beforehand, not closed. Otherwise the damaged file does not exist. */
  readonly killed?: true
  /** Returns the number of files that it damaged. */
  readonly apply: (folder: string, random: Random) => number
}

function files(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
}

/** The number of bytes in an overwritten stretch, and the number of bytes of a file per stretch. */
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

/** The database itself, without the files that SQLite stores next to it. */
const sqliteFile = /^(?!.*-(wal|shm|journal)$)/

const cutInHalf = (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))

/** Overwrites the first page of an SQLite file, which describes the other pages. */
function scribbleHeader(file: string, random: Random): void {
  const handle = openSync(file, 'r+')
  const bytes = Uint8Array.from({ length: Math.min(4_096, statSync(file).size) }, () => random.int(256))
  writeSync(handle, bytes, 0, bytes.length, 0)
  closeSync(handle)
}

/**
 * `usual`: the damages that `pnpm test:deep lifecycle` tests: one after which the database can never be opened again, and
 * one with many holes.
 */
export interface StoreDamages {
  readonly all: readonly Damage[]
  readonly usual: readonly string[]
}

export const damages: Readonly<Record<ChromiumStore, StoreDamages>> = {
  leveldb: {
    all: [
      { name: 'CURRENT removed', apply: each(/^CURRENT$/, remove) },
      { name: 'MANIFEST removed', apply: each(/^MANIFEST-/, remove) },
      { name: 'tables and logs scribbled over', apply: each(/\.(ldb|log)$/, scribble) },
      { name: 'tables and logs cut in half', apply: each(/\.(ldb|log)$/, cutInHalf) },
      { name: 'all logs removed', apply: each(/\.log$/, remove) },
      { name: 'LOCK and LOG removed', apply: each(/^LO(CK|G)/, remove) },
    ],
    usual: ['MANIFEST removed', 'tables and logs scribbled over'],
  },
  sqlite: {
    all: [
      { name: 'file cut in half', apply: each(sqliteFile, cutInHalf) },
      { name: 'header scribbled over', apply: each(sqliteFile, scribbleHeader) },
      { name: 'pages scribbled over', apply: each(sqliteFile, scribble) },
      { name: 'write-ahead log removed', killed: true, apply: each(/-wal$/, remove) },
      { name: 'file removed', apply: each(sqliteFile, remove) },
    ],
    usual: ['header scribbled over', 'pages scribbled over'],
  },
}
