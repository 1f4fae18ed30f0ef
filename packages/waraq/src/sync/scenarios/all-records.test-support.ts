import { createSandbox } from '@waraq/sandbox'
import { clockAhead, createBench, type Bench } from '../bench.test-support.ts'
import { segmentId } from '../../store/database.ts'
import { packSegment } from '../../store/segment.ts'
import { emptyAt, recordedPerPage, take } from './library-dump.test-support.ts'
import { dumpTables, type LibraryDump, type ServiceStep } from './table-dump.test-support.ts'

/** A library whose bookkeeping has every kind of record. */

/** When the library is recorded. */
export const at = Date.UTC(2026, 10, 23, 9)

/** In the order in which a sync runs them; each is named after its state when the tab ends. */
export const filters = {
  current: 'mushafs:1;recitations:*;tafsirs:168',
  fetching: 'translations:20,33,45,99',
  paging: 'articles:1;word_by_word_translations:59',
  begun: 'chapter_recitations:1,2',
} as const

type Serve = (...step: ServiceStep) => void

function idsOf({ sandbox }: Bench, key: string, recordType?: string): number[] {
  const rows = sandbox.snapshotRows(key) ?? []
  return rows
    .filter((row) => recordType === undefined || row['record_type'] === recordType)
    .map((row) => row['id'] as number)
}

function firstSteps(): ServiceStep[] {
  const resources =
    'articles:1;chapter_recitations:1,2;mushafs:1;tafsirs:168;translations:20,33,45;word_by_word_translations:59'
  const source = createSandbox({ content: { chapters: [112], resources } })
  return source.resources.map(({ group, id }): ServiceStep => {
    const rows = source.snapshotRows({ group, id })!
    return ['add', { group, id }, rows]
  })
}

const notRow = 'no object'

/** Everything that is here is current; deltas, a withdrawn resource, one that the service never had, rejected rows. */
async function fill(bench: Bench, serve: Serve): Promise<void> {
  const { engine, sandbox } = bench
  for (const step of firstSteps()) serve(...step)
  for (const filter of [filters.current, filters.fetching, filters.paging]) await engine.subscribe(filter)
  const records = [...sandbox.snapshotRows('tafsirs:168')!, notRow]
  sandbox.fault({ match: { group: 'tafsirs', id: 168 }, effect: { envelope: { records } } })
  await engine.sync()
  const [word] = idsOf(bench, 'mushafs:1', 'mushaf_word')
  serve('publish', [
    { resource: 'mushafs:1', recordType: 'mushaf_word', update: { key: word!, text: 'Told once' } },
  ])
  serve('hide', 'translations:45', 'withdrawn')
  await engine.sync()
  serve('publish', [
    { resource: 'mushafs:1', recordType: 'mushaf_word', update: { key: word!, text: 'Told twice' } },
  ])
  await engine.sync()
  await engine.verify({ group: 'articles', id: 99 })
}

/** Changes that the service has and the library has not yet. */
function change(bench: Bench, serve: Serve): void {
  const [first, second] = idsOf(bench, 'translations:20')
  const [gloss, ...glosses] = idsOf(bench, 'word_by_word_translations:59')
  const [, word] = idsOf(bench, 'mushafs:1', 'mushaf_word')
  const resource = 'translations:20'
  serve('publish', [
    { resource: 'mushafs:1', recordType: 'mushaf_word', update: { key: word!, text: 'changed' } },
    { resource: 'word_by_word_translations:59', update: { key: gloss!, text: 'changed' } },
    { resource: 'word_by_word_translations:59', remove: glosses[0]! },
    { resource: 'word_by_word_translations:59', update: { key: glosses[1]!, text: 'changed, too' } },
  ])
  serve('touch', 'articles:1')
  serve('invalidate', resource, [{ resource, update: { key: first!, text: 'Told twice' } }])
  serve('invalidate', 'translations:33')
  serve('publish', [{ resource, update: { key: second!, text: 'Told after the reset' } }])
}

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** A tab that ends during a sync; see `filters`. */
async function endInTheMiddle(bench: Bench) {
  const { indexedDB, newEngine, requests, sandbox, db } = bench
  const engine = newEngine({ perPage: recordedPerPage, snapshotConcurrency: 1 })
  await engine.sync({ filters: [filters.paging], budget: { pages: 1 } })
  await engine.subscribe(filters.begun)
  const ended = new AbortController()
  const hang = (group: string, id: number) =>
    sandbox.fault({ match: { path: 'snapshot', group, id }, effect: { hang: true } })
  const hangs = async (key: string, filter: string) => {
    const [group, id] = key.split(':') as [string, string]
    hang(group, Number(id))
    sandbox.clearRequests()
    const stopped = new AbortController()
    const ending = engine.sync({ filters: [filter], signal: stopped.signal }).catch(() => undefined)
    await until(() => requests().includes(key))
    await db.subscriptions.count()
    return async () => {
      stopped.abort()
      await ending
    }
  }
  // A refused snapshot leaves its staging behind.
  const records = [...sandbox.snapshotRows('translations:20')!, notRow]
  sandbox.fault({ match: { group: 'translations', id: 20 }, effect: { envelope: { records } } })
  await (
    await hangs('chapter_recitations:2', filters.begun)
  )()
  const end = await hangs('translations:33', filters.fetching)
  // What only other calls write.
  const now = at
  await db.resources.update('translations:33', { refreshDueAt: now })
  const failed = (await db.subscriptions.get(filters.begun))!
  await db.subscriptions.put({ ...failed, lastRun: { ...failed.lastRun!, status: 503 } })
  const partial = 'chapter_recitations:2'
  const recordType = 'chapter_audio_file'
  await db.stagings.put({
    id: 65,
    partial: {
      resource: partial,
      batchCursor: (await db.batchCursors.get(filters.begun))!.id,
      bytes: 1_000,
      of: 2_000,
      manifests: [
        {
          id: `000000000065|${partial}|${recordType}`,
          resource: partial,
          recordType,
          segments: [packSegment(segmentId(65, 0), recordType, [{ key: '1', data: { id: 1 } }]).summary],
        },
      ],
    },
  })
  await db.garbage.add({ manifest: '000000000065|translations:45|translation', successor: null })
  await db.meta.bulkPut([
    { key: 'audit', last: 'articles:1', at: now },
    { key: 'suspects', resources: ['articles:1'] },
    { key: 'keyRules', confirmed: ['mushaf_word', 'tafsir'] },
    { key: 'usage', days: { 'mushafs:1': 20_000, 'translations:20': 20_001 } },
    {
      key: 'files',
      kept: {
        'fonts:mushafs:1': { parts: 'all', bytes: 100, kept: 1, wanted: 2, version: 3, counts: {} },
        'audio:chapter_recitations:1': {
          parts: [1, 112],
          bytes: 300,
          kept: 2,
          wanted: 3,
          version: 4,
          counts: { 1: [1, 1, 100], 112: [2, 1, 200] },
        },
      },
    },
    {
      key: 'schedule',
      endedAt: now - 60_000,
      workedAt: now - 120_000,
      outcome: 'partial',
      errorCode: 'network',
      failures: 1,
      configuration: '',
      silent: true,
      soon: 1,
      continued: 1,
      notBefore: now - 1_000,
      nextAt: now + 30_000,
      reason: 'in_progress',
      requested: true,
      inProgress: {
        id: 'a sync',
        startedAt: now - 1_000,
        requested: true,
        soon: 1,
        before: { nextAt: now - 1_000, reason: 'interval', requested: true },
      },
      pausedAt: now - 500,
      automatic: [now - 120_000, now - 60_000],
      asked: [now - 30_000],
    },
  ])
  await db.subscriptions.update(filters.paging, {
    wentBack: { runs: 1, first: now - 1_000, latest: now - 1_000 },
  })
  const tables = await dumpTables(indexedDB)
  ended.abort()
  await end()
  return tables
}

/** A library with every kind of record, and its service. */
export async function recordAllKinds(): Promise<LibraryDump> {
  const bench = createBench({ sandbox: emptyAt(at), engine: { clock: clockAhead(() => at - Date.now()) } })
  const service: ServiceStep[] = []
  const serve: Serve = (...step) => {
    take(bench.sandbox, step)
    service.push(step)
  }
  try {
    await fill(bench, serve)
    change(bench, serve)
    const tables = await endInTheMiddle(bench)
    return { format: 0, at, service, left: { feed: 0, snapshots: [] }, ...tables }
  } finally {
    await bench.close()
  }
}
