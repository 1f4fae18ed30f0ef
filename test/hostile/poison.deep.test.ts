import { describe, expect, it } from 'vitest'
import { HostileBench } from './hostile-bench.ts'
import type { Liar } from './hostile-service.ts'

/** Single lies within the rules that could spoil records for later runs: bounds, tokens, sequences, identities. */

type Fields = Record<string, unknown>

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const inPage =
  (how: string, change: (sync: Fields & { mutations: Fields[] }) => Fields): Liar =>
  ({ value }) => {
    const { sync } = value as { sync: Fields & { mutations: Fields[] } }
    return { how: [how], bytes: encode({ sync: change(sync) }) }
  }

const inSnapshot =
  (how: string, change: (snapshot: Fields & { records: Fields[] }) => Fields): Liar =>
  ({ value }) => ({ how: [how], bytes: encode(change(value as Fields & { records: Fields[] })) })

const inMutations = (how: string, change: (mutation: Fields, index: number) => Fields): Liar =>
  inPage(how, (sync) => ({ ...sync, mutations: sync.mutations.map(change) }))

const greatest = Number.MAX_SAFE_INTEGER

const pageLies: readonly Liar[] = [
  inPage('the greatest bound', (sync) => ({ ...sync, sync_until_sequence: greatest })),
  inPage('a bound a little ahead', (sync) => ({
    ...sync,
    sync_until_sequence: Number(sync['sync_until_sequence']) + 1,
  })),
  inPage('greatest bound and sequences', (sync) => ({
    ...sync,
    sync_until_sequence: greatest,
    mutations: sync.mutations.map((mutation) => ({ ...mutation, sequence: greatest })),
  })),
  inPage('no changes', (sync) => ({ ...sync, mutations: [] })),
  inPage('a token that was never given', (sync) => ({ ...sync, next_sync_token: '\u0000 &=#/\u{1f4d6}' })),
  inPage('half a surrogate pair as token', (sync) => ({ ...sync, next_sync_token: 't\ud800' })),
  inPage('a token too long to send', (sync) => ({ ...sync, next_sync_token: 't'.repeat(100_000) })),
  inPage('more, at a cursor that was never given', (sync) => ({
    ...sync,
    has_more: true,
    next_page_url: '/api/v4/resources/sync?cursor=none',
  })),
  inPage('more, at a stranger', (sync) => ({
    ...sync,
    has_more: true,
    next_page_url: 'https://evil.example/api/v4/resources/sync?cursor=none',
  })),
  inMutations('sequence nought', (mutation) => ({ ...mutation, sequence: 0 })),
  inMutations('all withdrawn', (mutation) => ({ ...mutation, type: 'RESOURCE_DELETE' })),
  inMutations('all of an unknown kind', (mutation) => ({ ...mutation, type: 'RESOURCE_MERGE' })),
  inMutations('all of odd groups', (mutation, index) => ({
    ...mutation,
    resource_group: ['__proto__', 'constructor', 'a:b', '\ud800', ' ', 'x'.repeat(100_000)][index % 6],
  })),
  inMutations('all of odd record types', (mutation, index) => ({
    ...mutation,
    record_type: ['__proto__', 'toString', '\ud800', '|', '\uffff', 'x'.repeat(100_000)][index % 6],
  })),
  inMutations('odd record keys', (mutation, index) => ({
    ...mutation,
    record_key: ['', '__proto__', '\u0000', '\ud800', ' 1', 'x'.repeat(100_000)][index % 6],
  })),
  inMutations('snapshots at a stranger', (mutation) => ({ ...mutation, snapshot_url: '//evil.example/' })),
  inMutations('snapshots of each other', (mutation) => ({
    ...mutation,
    snapshot_url: `/api/v4/resources/snapshots/${mutation['resource_group'] === 'mushafs' ? 'translations/20' : 'mushafs/1'}`,
  })),
  inMutations('snapshots at ten megabytes', (mutation) => ({
    ...mutation,
    snapshot_url: `/api/v4/resources/snapshots${'/a'.repeat(5_000_000)}`,
  })),
  inMutations('rows that no text can be made of', (mutation) => ({
    ...mutation,
    data: { ...(mutation['data'] as Fields | null), verse_key: { toString: 1, valueOf: 1 } },
  })),
]

const snapshotLies: readonly Liar[] = [
  inSnapshot('the greatest sequence', (snapshot) => ({ ...snapshot, sync_sequence: greatest })),
  inSnapshot('sequence nought', (snapshot) => ({ ...snapshot, sync_sequence: 0 })),
  inSnapshot('the greatest version', (snapshot) => ({ ...snapshot, schema_version: greatest })),
  inSnapshot('no rows', (snapshot) => ({ ...snapshot, records: [] })),
  inSnapshot('no rows that are any', (snapshot) => ({
    ...snapshot,
    records: snapshot.records.map(() => ({})),
  })),
  inSnapshot('each row twice', (snapshot) => ({
    ...snapshot,
    records: snapshot.records.flatMap((row) => [row, row]),
  })),
  inSnapshot('one id for all', (snapshot) => ({
    ...snapshot,
    records: snapshot.records.map((row) => ({ ...row, id: 7 })),
  })),
  inSnapshot('ids as text', (snapshot) => ({
    ...snapshot,
    records: snapshot.records.map((row) => ({ ...row, id: String(row['id']) })),
  })),
  inSnapshot('odd ids', (snapshot) => ({
    ...snapshot,
    records: snapshot.records.map((row, index) => ({
      ...row,
      id: ['', '__proto__', '\u0000', '\ud800', { id: 1 }, 'x'.repeat(10_000)][index % 6],
    })),
  })),
  inSnapshot('odd record types', (snapshot) => ({
    ...snapshot,
    records: snapshot.records.map((row, index) => ({
      ...row,
      record_type: ['__proto__', 'toString', '\ud800', '|', '\uffff', 'x'.repeat(100_000)][index % 6],
    })),
  })),
  inSnapshot('a thousand record types', (snapshot) => ({
    ...snapshot,
    records: Array.from({ length: 1000 }, (_, id) => ({ id, record_type: `type ${id}` })),
  })),
  inSnapshot("another's rows", (snapshot) => ({ ...snapshot, resource_id: 77 })),
]

describe.each([
  ['rows', (bench: HostileBench) => bench.service.model.update('translations:20', 2, 'a changed row')],
  [
    'rows and a snapshot',
    (bench: HostileBench) => {
      bench.service.model.update('translations:20', 2, 'a changed row')
      bench.service.model.invalidate('mushafs:1')
    },
  ],
  ['two snapshots', (bench: HostileBench) => bench.service.model.invalidateAll()],
])('a page of %s', (_, change) => {
  it.each(
    pageLies.map(
      (liar, index) =>
        [liar({ kind: 'page', name: '', value: { sync: { mutations: [] } } }).how[0], index] as const,
    ),
  )('%s', { timeout: 120_000 }, async (_name, index) => {
    const bench = new HostileBench()
    await bench.open()
    change(bench)
    const { reported, believed } = await bench.round({ kind: 'page', liar: pageLies[index]! })
    expect(reported).toBe(true)
    await bench.heal(believed)
    // A stored effect of the lie must not stand in the way of later changes either.
    bench.service.model.update('translations:20', 3, 'a later change')
    bench.service.model.update('mushafs:1', 1, 'a later change')
    await bench.heal(false)
    await bench.close()
  })
})

describe('a snapshot', () => {
  const names = snapshotLies.map(
    (liar) => liar({ kind: 'snapshot', name: '', value: { records: [] } }).how[0]!,
  )

  async function tell(index: number, later: (bench: HostileBench) => void): Promise<void> {
    for (const skip of [0, 1]) {
      const bench = new HostileBench()
      await bench.open()
      bench.service.model.invalidateAll()
      const round = await bench.round({ kind: 'snapshot', skip, liar: snapshotLies[index]! })
      expect(round.reported).toBe(true)
      expect(['current', 'partial']).toContain(round.report.outcome)
      await bench.heal(round.believed)
      // A stored effect of the lie must not stand in the way of later changes either.
      later(bench)
      await bench.heal(false)
      await bench.close()
    }
  }

  it.each(names.map((name, index) => [name, index] as const))(
    '%s; later rows are changed',
    { timeout: 120_000 },
    (_name, index) =>
      tell(index, ({ service: { model } }) => {
        model.update('translations:20', 3, 'a later change')
        model.update('mushafs:1', 1, 'a later change')
      }),
  )

  it.each(names.map((name, index) => [name, index] as const))(
    '%s; later both are announced anew',
    { timeout: 120_000 },
    (_name, index) => tell(index, ({ service: { model } }) => model.invalidateAll()),
  )
})
