import { seeded } from '@waraq/test-support/random'
import { publishChanges } from '../node/changes.ts'
import { layPatches } from './patched.ts'
import type { DatasetName } from '../node/datasets.ts'
import { reasonOf, type Results } from '../node/results.ts'
import { startService, type Service } from '../node/service.ts'
import { Session } from '../node/session.ts'
import type { BusyRequest } from '../page/page.ts'
import type { BusyFigures, RowName } from '../page/protocol.ts'
import { rotated, type BenchCase, type Turn } from './case.ts'

interface BusyVariant {
  readonly title: string
  /** The variant as the page starts it, and the store by which the page reads meanwhile. */
  readonly name: string
  readonly reader: string
  readonly manner: 'whole' | 'chunks'
}

const variants: readonly BusyVariant[] = [
  { title: 'waraq', name: 'waraq-doors', reader: 'waraq', manner: 'whole' },
  { title: 'RAW, one transaction', name: 'raw', reader: 'raw', manner: 'whole' },
  { title: 'Dexie, one transaction', name: 'dexie', reader: 'dexie', manner: 'whole' },
  { title: 'Dexie, chunks of 1,000', name: 'dexie', reader: 'dexie', manner: 'chunks' },
]

interface Work {
  readonly title: string
  readonly dataset: DatasetName
  /** Changes to follow; none: the resource is replaced. */
  readonly changes?: number
  /** Whether so many patches are stored already that these changes make the engine fold them. */
  readonly folds?: boolean
  /** As of a case. */
  readonly isShort?: boolean
}

export const busyWorks: readonly Work[] = [
  { title: 'while 6,236 rows are replaced', dataset: 'translation', isShort: true },
  { title: 'while 84,000 rows are replaced', dataset: 'mushaf' },
  { title: 'while 10,000 row changes come in', dataset: 'mushaf', changes: 10_000 },
  { title: 'while patches are folded', dataset: 'mushaf', changes: 100, folds: true, isShort: true },
]

const figures = ['idle p50', 'idle p99', 'p50', 'p99', 'worst'] as const
export const busyNames = ({ title }: Work) => ({
  figure: (figure: (typeof figures)[number]) => `reader ${title}: ${figure}`,
  tasks: `reader ${title}: main-thread tasks over 50 ms`,
  longest: `reader ${title}: longest main-thread task over 50 ms`,
  work: `reader ${title}: the work itself`,
})

/** Rows over the whole resource, so that what is read is also what is being replaced. */
function namesToRead(service: Service, dataset: DatasetName, seed: number): RowName[] {
  const { recordType, ...source } = service.source(dataset)
  const random = seeded(seed)
  const rows = (service.sandbox.snapshotRows(source) ?? []).filter(
    (row) => (row['record_type'] ?? recordType) === recordType,
  )
  return Array.from({ length: 50 }, () => ({ recordType, id: Number(random.pick(rows)['id']) }))
}

function tell(results: Results, work: Work, variant: BusyVariant, reported: BusyFigures): void {
  const { figure, tasks, longest, work: whole } = busyNames(work)
  const { idle, busy } = reported
  const values = [idle.p50, idle.p99, busy.p50, busy.p99, busy.worst]
  figures.forEach((name, index) => results.add(figure(name), 'ms', variant.title, values[index] ?? NaN))
  // Chromium alone tells of long tasks.
  if (reported.longTasks !== null) results.add(tasks, 'tasks', variant.title, reported.longTasks)
  if (reported.longestTask !== null) results.add(longest, 'ms', variant.title, reported.longestTask)
  results.add(whole, 'ms', variant.title, reported.workMs)
}

async function runOne(turn: Turn, work: Work, variant: BusyVariant): Promise<void> {
  const { site, round, results } = turn
  const service = await startService(site.origin)
  const session = await Session.open(turn)
  try {
    const source = service.source(work.dataset)
    const name = 'bench-busy'
    await session.start(variant.name)
    await session.call('connect', source, name)
    await session.call('load')
    const request: Omit<BusyRequest, 'work'> = {
      reader: variant.reader,
      source,
      name,
      names: namesToRead(service, work.dataset, round),
    }
    if (work.folds) await layPatches(session, service, round)
    if (work.changes) publishChanges(service, work.changes, 'scattered', round)
    const reported = await session.whileReading({
      ...request,
      work: work.folds ? ['settle'] : work.changes ? ['follow'] : ['replace', variant.manner],
    })
    tell(results, work, variant, reported)
  } catch (error) {
    results.couldNot(busyNames(work).figure('p99'), 'ms', variant.title, reasonOf(error))
  } finally {
    await session.dispose()
    await service.close()
  }
}

/** Following the feed is the same in both manners of Dexie: a transaction a page. */
const takesPart = (work: Work, { name, manner }: BusyVariant) =>
  work.folds ? name === 'waraq-doors' : !work.changes || manner === 'whole'

/** A page reads one row every 5 ms by its own connection while the worker writes. */
export const busyReaderCases = busyWorks.map((work): BenchCase => {
  const { figure, ...others } = busyNames(work)
  return {
    title: `a reader ${work.title}`,
    names: [...figures.map(figure), ...Object.values(others)],
    // In a slowed page the variants work in the page itself, where a reader cannot read beside them.
    isMain: ({ slow }) => slow === 1,
    isShort: work.isShort === true,
    async run(turn) {
      for (const variant of rotated(variants, turn.round))
        if (takesPart(work, variant)) await runOne(turn, work, variant)
    },
  }
})
