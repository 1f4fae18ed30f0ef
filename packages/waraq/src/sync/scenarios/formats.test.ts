import { readdirSync, readFileSync } from 'node:fs'
import { locatorOf, recordKeyOf, recordTypeOf, resourceKey, type JsonObject } from '@waraq/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  clockAhead,
  readerRows,
  serviceRows,
  unreachableSegments,
  type Bench,
} from '../bench.test-support.ts'
import { dataFormat, type ResourceRecord } from '../../store/records.ts'
import { claimWriter, readWriter } from '../../store/writer.ts'
import { asFile, benchOn } from './library-dump.test-support.ts'
import { dumpTables, type LibraryDump } from './table-dump.test-support.ts'
import { recordLibrary } from './recorded-library.test-support.ts'

let bench: Bench

const folder = new URL('./formats/', import.meta.url)

function keptIn(file: string): LibraryDump {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as LibraryDump
}

const files = readdirSync(folder)
const libraries: readonly (readonly [string, () => LibraryDump | Promise<LibraryDump>])[] = [
  ...files.map((file) => [file, () => keptIn(file)] as const),
  ['what the code at hand records', recordLibrary],
]

it('each format is kept', () => {
  const formats = files.map((file) => keptIn(file).format)
  for (let format = 1; format <= dataFormat; format++) expect(formats).toContain(format)
})

it('what is recorded is the same as a file', async () => {
  const recorded = await recordLibrary()
  expect(JSON.parse(asFile(recorded))).toEqual(recorded)
})

/** Of each resource, the rows that the service had at the library's last commit. */
function expectedRows(key: string, resources: readonly ResourceRecord[]): Map<string, string> | undefined {
  const { status, asOf, snapshotSequence } = resources.find((each) => each.key === key)!
  return status === 'installed'
    ? serviceRows(bench.sandbox, key, Math.max(asOf, snapshotSequence))
    : undefined
}

async function expectCurrent(): Promise<void> {
  for (const { group, id } of bench.sandbox.resources) {
    const key = resourceKey({ group, id })
    expect([key, await readerRows(bench.store, key)]).toEqual([key, serviceRows(bench.sandbox, key)])
  }
}

describe.each(libraries)('the library of %s', (_, read) => {
  let kept: LibraryDump
  beforeEach(async () => {
    kept = await read()
    bench = await benchOn(kept)
  })
  afterEach(() => bench.close())

  it('is read as it is: all rows, and each by its key', async () => {
    const resources = await bench.db.resources.toArray()
    expect(resources.map(({ key }) => key)).toEqual(
      bench.sandbox.resources.map(({ group, id }) => resourceKey({ group, id })).sort(),
    )
    for (const { key, group, id } of resources) {
      const expected = expectedRows(key, resources)
      expect([key, await readerRows(bench.store, key)]).toEqual([key, expected])
      for (const [name, row] of expected ?? []) {
        const [recordType, recordKey] = name.split(' ') as [string, string]
        const found = await bench.store.row(recordType, { group, id }, recordKey)
        expect([name, JSON.stringify(found?.data)]).toEqual([name, row])
      }
    }
  })

  it('has each row at its place', async () => {
    for (const { key, group, id, status, manifests } of await bench.db.resources.toArray()) {
      if (status !== 'installed') continue
      for (const { recordType } of manifests) {
        for (const { key: record, data } of await bench.store.rows(recordType, { group, id })) {
          const place = locatorOf(recordType, data as JsonObject)
          if (place === null) continue
          const there = await bench.store.rows(recordType, { group, id }, { from: place, to: place })
          const name = `${key} ${recordType} ${record}`
          expect([name, there.filter((row) => row.key === record)]).toEqual([name, [{ key: record, data }]])
        }
      }
    }
  })

  it('is claimed without a change of what it holds', async () => {
    const { db, indexedDB } = bench
    await claimWriter(db, 'tab')
    const writer = await readWriter(db)
    expect(writer).toMatchObject({ leader: 'tab', format: dataFormat })
    const { tables } = await dumpTables(indexedDB)
    for (const [name, { records }] of Object.entries(kept.tables)) {
      if (name === 'meta') continue
      expect([name, tables[name]!.records]).toEqual([name, records])
    }
  })

  it('asks only for what is missing: of the batches under way, and of rows that lay elsewhere', async () => {
    const { engine, requests, sandbox, db } = bench
    expect((await engine.sync()).runs.map(({ outcome }) => outcome)).not.toContain('failed')
    const asked = requests()
    // Each set that is gone on with is followed by what came since it was begun.
    const followUps = kept.tables['batchCursors']!.records.length
    expect({
      feed: asked.filter((each) => each === 'sync').length,
      snapshots: asked.filter((each) => each !== 'sync').sort(),
    }).toEqual({ ...kept.left, feed: kept.left.feed + followUps })
    expect(sandbox.requests.filter(({ query }) => query.includes('bootstrap='))).toEqual([])
    await expectCurrent()
    await expect.poll(() => unreachableSegments(db)).toEqual([])
  })

  it('comes to share a token an hour later, and fetches nothing for that', async () => {
    await bench.close()
    let hours = 1
    bench = await benchOn(
      kept,
      clockAhead(() => kept.at + hours * 60 * 60 * 1000 - Date.now()),
    )
    const { engine, requests, sandbox, db } = bench
    // What was under way is brought to its end first. An hour later it shares, too, and then they ask together.
    await engine.sync()
    hours++
    await engine.sync()
    sandbox.clearRequests()
    expect((await engine.sync()).outcome).toBe('current')
    const alone = (await db.subscriptions.toArray()).filter(({ shared }) => !shared)
    // One of its texts is not to be had.
    expect(alone.map(({ filter }) => filter)).toEqual(['translations:20,33,45'])
    expect(requests()).toEqual(['sync', 'sync'])
    await expectCurrent()
  })

  it('takes changes on from there', async () => {
    const { engine, requests, sandbox } = bench
    await engine.sync()
    sandbox.clearRequests()
    for (const { group, id } of sandbox.resources) {
      const [row] = sandbox.snapshotRows({ group, id }) ?? []
      if (!row) continue
      const recordType = recordTypeOf(group, row)!
      const key = recordKeyOf(recordType, row)!
      sandbox.publish([{ resource: { group, id }, recordType, update: { key, name: 'changed' } }])
    }
    expect((await engine.sync()).outcome).toBe('current')
    expect(requests().filter((each) => each !== 'sync')).toEqual([])
    await expectCurrent()
  })
})
