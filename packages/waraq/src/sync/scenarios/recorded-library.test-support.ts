import { createSandbox } from '@waraq/sandbox'
import { clockAhead, createBench, type Bench } from '../bench.test-support.ts'
import { dataFormat } from '../../store/records.ts'
import { asFile, emptyAt, recordedPerPage, take } from './library-dump.test-support.ts'
import { dumpTables, type LibraryDump, type ServiceStep } from './table-dump.test-support.ts'

const at = Date.UTC(2026, 10, 23, 9)

/** In the order in which a sync runs them; each is named after its state when the tab ends. */
const filters = {
  committed: 'articles:1;mushafs:1,2',
  behind: 'chapter_recitations:1;lexicons:*;quran_core:1;recitations:1;tafsirs:168',
  fetching: 'translations:20,33,45',
  paging: 'word_by_word_translations:59;word_by_word_transliterations:60',
} as const

/** A resource of each group, and rows that the contract has no schema for; 300 rows make two segments. */
function firstSteps(): ServiceStep[] {
  const resources = Object.values(filters).join(';').replace('lexicons:*;', '')
  const source = createSandbox({ content: { chapters: [112], resources } })
  const known = source.resources.map(({ group, id }): ServiceStep => {
    const rows = [...source.snapshotRows({ group, id })!]
    if (group === 'quran_core') rows.push({ id: 1, record_type: 'sajda', verse_key: '112:1' })
    if (id === 1 && group === 'mushafs') rows.push({ ...rows.at(-1)!, id: 99_999, page_number: null })
    return ['add', { group, id }, rows]
  })
  const entries = Array.from({ length: 300 }, (_, index) => ({
    id: index + 1,
    record_type: 'lexicon_entry',
    lemma: `كلمة ${index + 1}`,
  }))
  return [...known, ['add', { group: 'lexicons', id: 7 }, entries, null]]
}

/** A step of the service, noted. */
type Serve = (...step: ServiceStep) => void

/** Ids of the rows of one record type. */
function idsOf({ sandbox }: Bench, key: string, recordType?: string): number[] {
  const rows = sandbox.snapshotRows(key) ?? []
  return rows
    .filter((row) => recordType === undefined || row['record_type'] === recordType)
    .map((row) => row['id'] as number)
}

/** Everything is here; a row was replaced, a resource withdrawn, and a snapshot held something that is no row. */
async function fill(bench: Bench, serve: Serve): Promise<void> {
  const { engine, sandbox } = bench
  for (const step of firstSteps()) serve(...step)
  for (const filter of Object.values(filters)) await engine.subscribe(filter, { unknownGroups: 'allow' })
  const records = [...sandbox.snapshotRows('tafsirs:168')!, 'no object']
  sandbox.fault({ match: { group: 'tafsirs', id: 168 }, effect: { envelope: { records } } })
  await engine.sync()
  const [verse] = idsOf(bench, 'translations:20')
  serve('publish', [{ resource: 'translations:20', update: { key: verse!, text: 'Told once' } }])
  serve('hide', 'translations:45', 'withdrawn')
  await engine.sync()
}

/** Changes that the service has and the library has not yet. */
function change(bench: Bench, serve: Serve): void {
  const resource = 'translations:20'
  const [first, second] = idsOf(bench, resource)
  const [word, ...words] = idsOf(bench, 'mushafs:1', 'mushaf_word')
  const [verse] = idsOf(bench, 'quran_core:1', 'verse')
  const [gloss, ...glosses] = idsOf(bench, 'word_by_word_translations:59')
  serve('publish', [
    { resource: 'mushafs:1', recordType: 'mushaf_word', update: { key: word!, text: 'changed' } },
    { resource: 'mushafs:1', recordType: 'mushaf_word', remove: words.at(-1)! },
    { resource: 'quran_core:1', recordType: 'verse', update: { key: verse!, text_uthmani: 'changed' } },
    { resource: 'lexicons:7', recordType: 'lexicon_entry', remove: 300 },
    { resource: 'word_by_word_translations:59', update: { key: gloss!, text: 'changed' } },
    { resource: 'word_by_word_translations:59', remove: glosses[0]! },
    { resource: 'word_by_word_translations:59', update: { key: glosses[1]!, text: 'changed, too' } },
  ])
  serve('touch', 'articles:1')
  serve('invalidate', resource, [{ resource, update: { key: first!, text: 'Told twice' } }])
  serve('invalidate', 'translations:33')
  serve('publish', [{ resource, update: { key: second!, text: 'Told after the reset' } }])
}

/**
 * A tab that ends during a sync: of one subscription the first page was read, of another all pages and one of two snapshots.
 * Garbage of a commit is still stored, and so is the staging of a snapshot that was refused.
 */
async function endInTheMiddle({ indexedDB, newEngine, requests, sandbox }: Bench) {
  const engine = newEngine({ perPage: recordedPerPage, snapshotConcurrency: 1 })
  await engine.sync({ filters: [filters.paging], budget: { pages: 1 } })
  const match = { path: 'snapshot', id: 33 } as const
  sandbox.fault({ match, effect: { envelope: { schema_version: 'none' } } })
  sandbox.fault({ match: { ...match, nth: 2 }, effect: { hang: true } })
  sandbox.clearRequests()
  const ended = new AbortController()
  const ending = engine
    .sync({ filters: [filters.committed, filters.fetching], signal: ended.signal })
    .catch(() => undefined)
  while (requests().at(-1) !== 'translations:33' || requests().at(-2) !== 'translations:33')
    await new Promise((resolve) => setTimeout(resolve, 2))
  const tables = await dumpTables(indexedDB)
  ended.abort()
  await ending
  return tables
}

/** A library of the format that the code at hand writes, its service, and what the library still needs of it. */
export async function recordLibrary(): Promise<LibraryDump> {
  const bench = createBench({
    sandbox: emptyAt(at),
    engine: { clock: clockAhead(() => at - Date.now()) },
  })
  const service: ServiceStep[] = []
  const serve: Serve = (...step) => {
    take(bench.sandbox, step)
    service.push(step)
  }
  try {
    await fill(bench, serve)
    change(bench, serve)
    const tables = await endInTheMiddle(bench)
    return { format: dataFormat, at, service, left: { feed: 3, snapshots: ['translations:33'] }, ...tables }
  } finally {
    await bench.close()
  }
}

/** The same as a file of the folder `formats`. */
export async function recordFile(): Promise<{ readonly name: string; readonly text: string }> {
  const library = await recordLibrary()
  return { name: `format-${library.format}.json`, text: asFile(library) }
}
