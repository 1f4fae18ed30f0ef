import { isNewerSchema } from '@waraq/protocol'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WaraqDatabase } from '../../store/database.ts'
import { loadSegments } from '../../store/load.ts'
import { measure } from '../../store/measure.ts'
import { claimWriter, type Writer } from '../../store/writer.ts'
import { identify } from './identify.ts'
import type { SnapshotPart } from './parts.ts'
import { receiveSnapshot } from './receive.ts'

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => {
  db = new WaraqDatabase({ name: 'receive', indexedDB: new IDBFactory(), IDBKeyRange })
  writer = await claimWriter(db, 'a')
})
afterEach(() => db.close())

const ref = { group: 'translations', id: 20 }
const verse = (id: number, number: number) => ({ id, verse_key: `1:${number}`, text: `verse ${number}` })
const envelope = {
  type: 'envelope',
  envelope: { resource_group: 'translations', resource_id: 20, schema_version: 1, sync_sequence: 5 },
} as SnapshotPart
const records = (...rows: unknown[]): SnapshotPart => ({ type: 'records', records: rows })

async function receive(floor: number, ...parts: SnapshotPart[]) {
  async function* partial() {
    yield* parts
  }
  const refused = vi.fn((error) => error)
  try {
    return await receiveSnapshot(writer, ref, floor, { parts: partial(), refused }, () => undefined)
  } catch (error) {
    // Every error in this suite is the fault of the answer.
    expect(refused).toHaveBeenCalledWith(error)
    throw error
  }
}

/** A row nested so many levels deep. */
function nested(levels: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level++) value = { inner: value }
  return value
}

describe('a received snapshot', () => {
  it('may say at its end what it is', async () => {
    const received = await receive(5, records(verse(1, 1)), records(verse(2, 2)), envelope)
    expect(received).toMatchObject({ rows: 2, syncSequence: 5, contentId: null, rejected: null })
    const manifest = (await db.manifests.get(received.manifests[0]!.id))!
    const [segment] = await loadSegments(db, manifest, manifest.segments)
    expect(segment!.rows().map(({ key }) => key)).toEqual(['1', '2'])
  })
  it('of no rows at all is one all the same', async () => {
    expect(await receive(5, envelope)).toMatchObject({ rows: 0, manifests: [] })
  })
  it('that never says what it is, is refused', async () => {
    await expect(receive(5, records(verse(1, 1)))).rejects.toMatchObject({ code: 'invalid_response' })
  })
  it('older than it may be is refused', async () => {
    await expect(receive(6, envelope, records(verse(1, 1)))).rejects.toMatchObject({
      code: 'stale_snapshot',
      details: { sequence: 5, floor: 6 },
    })
  })
  it('tells how many rows were set aside, and of the first five why', async () => {
    const { rejected, rows } = await receive(5, envelope, records('a', 'b', 'c', verse(1, 1), 'd', 'e', 'f'))
    expect(rows).toBe(1)
    expect(rejected?.count).toBe(6)
    expect(rejected?.samples.map(({ index }) => index)).toEqual([0, 1, 2, 4, 5])
  })
})

describe('a row is set aside', () => {
  it.each([
    ['that is no object', 'translations', [1], 'not an object'],
    [
      'of a mixed group that names no type',
      'mushafs',
      { id: 1 },
      'no record_type in a group that mixes types',
    ],
    [
      'that a reader could not use',
      'translations',
      { id: 1, text: 'no verse' },
      'a translation without a usable verse_key',
    ],
    [
      'of a known type without an id',
      'translations',
      { ...verse(1, 1), id: null },
      'a translation without a usable id',
    ],
    [
      'with a number that would change',
      'translations',
      { ...verse(1, 1), page: 2 ** 53 },
      'a number too great to be kept',
    ],
    ['nested too deeply', 'translations', { ...verse(1, 1), extra: nested(64) }, 'nested too deeply'],
  ])('%s', (_, group, record, problem) => {
    expect(identify(group, record, 0)).toEqual({ problem })
  })
  it('not where only its type is unknown: then it goes by its place', () => {
    expect(identify('layers', { word: 'x' }, 7)).toMatchObject({
      recordType: 'layers',
      row: { key: '#7' },
    })
  })
})

describe('a value can be stored', () => {
  it.each([
    [null, 5],
    [undefined, 5],
    [true, 5],
    ['text', 7],
    [0, 5],
    [-1.5, 5],
    [2 ** 53 - 1, 5],
    [[], 2],
    [{ name: [1, 2] }, 16],
    [{ name: { inner: 'x' } }, 13],
  ])('%j, about so long', (value, size) => expect(measure(value)).toBe(size))
  it('nested as deeply as allowed', () => expect(measure(nested(63))).toBeGreaterThan(0))
  it.each([[2 ** 53], [-(2 ** 53)], [Infinity], [NaN], [[{ a: 2 ** 60 }]]])('not %j', (value) =>
    expect(measure(value)).toBe('a number too great to be kept'),
  )
})

describe('a schema version', () => {
  it('is newer only above what is known', () => {
    expect([null, 1, 2].map(isNewerSchema)).toEqual([false, false, true])
  })
})
