import { datasetNames, datasets, type DatasetName } from '../node/datasets.ts'
import { canMeasureMemory } from '../node/processes.ts'
import { reasonOf, type Results, type Unit } from '../node/results.ts'
import { Session } from '../node/session.ts'
import { isUsual } from '../node/setting.ts'
import type { LoadTimes, ReadSeries, Source } from '../page/protocol.ts'
import { rotated, type BenchCase, type Turn } from './case.ts'
import { readKinds, readSeries } from './read-series.ts'

/** The figures of one variant's library, from the empty profile to the closed browser. */
interface LibraryVariant {
  readonly name: string
  readonly title: string
  readonly stores: boolean
  readonly reads: boolean
  readonly starts: boolean
  /** Measured in every setting. */
  readonly main?: boolean
}

const nothing = { stores: true, reads: false, starts: false }
const variants: readonly LibraryVariant[] = [
  { ...nothing, name: 'parse', title: 'res.json()', stores: false, main: true },
  { ...nothing, name: 'waraq', title: 'waraq', reads: true, starts: true, main: true },
  { ...nothing, name: 'raw', title: 'RAW', reads: true, starts: true, main: true },
  { ...nothing, name: 'dexie', title: 'Dexie', starts: true, main: true },
  { ...nothing, name: 'dexie-indexed', title: 'Dexie, indexed', reads: true, main: true },
  { ...nothing, name: 'idb', title: 'idb', reads: true },
  { ...nothing, name: 'sqlite', title: 'SQLite', reads: true },
  { ...nothing, name: 'tinybase', title: 'TinyBase' },
  { ...nothing, name: 'rxdb', title: 'RxDB' },
  { ...nothing, name: 'pouchdb', title: 'PouchDB' },
]

export const libraryNames = (dataset: DatasetName) => {
  const { size } = datasets[dataset]
  return {
    load: `first load, ${size}`,
    estimate: `storage estimate, ${size}`,
    disk: `bytes on disk, ${size}`,
    memory: `peak memory of a load, renderer, ${size}`,
    browserMemory: `peak memory of a load, all processes, ${size}`,
    startUp: `start-up to first row, ${size}`,
    read: (kind: string, state: 'cold' | 'warm') => `read ${kind}, ${state}, ${size}`,
  }
}

/** Bytes as the report has them. */
const megabytes = (bytes: number) => bytes / 1e6

class LibraryRun {
  readonly #variant: LibraryVariant
  readonly #source: Source
  readonly #names: ReturnType<typeof libraryNames>
  readonly #results: Results
  readonly #database: string

  constructor(variant: LibraryVariant, source: Source, dataset: DatasetName, results: Results) {
    this.#variant = variant
    this.#source = source
    this.#names = libraryNames(dataset)
    this.#results = results
    this.#database = `bench-${variant.name}`
  }

  async load(session: Session): Promise<void> {
    await session.start(this.#variant.name)
    await session.call('connect', this.#source, this.#database)
    const stored = await session.usage()
    const memory = canMeasureMemory && session.isWhole ? session.watchMemory() : undefined
    this.#tellLoad(await session.call('load'))
    const above = memory?.end()
    if (above) {
      this.#add(this.#names.memory, 'MB', megabytes(above.renderers))
      this.#add(this.#names.browserMemory, 'MB', megabytes(above.browser))
    }
    if (this.#variant.stores)
      this.#add(this.#names.estimate, 'MB', megabytes((await session.usage()) - stored))
  }

  async read(session: Session, series: readonly ReadSeries[]): Promise<void> {
    await session.call('close')
    if (this.#variant.reads) {
      for (const { name, cold, warm } of await session.call('read', this.#source, this.#database, series)) {
        this.#add(this.#names.read(name, 'cold'), 'ms', cold)
        this.#add(this.#names.read(name, 'warm'), 'ms', warm)
      }
    }
    if (this.#variant.starts && session.isWhole) {
      const ms = await session.firstRow(this.#variant.name, this.#source, this.#database)
      this.#add(this.#names.startUp, 'ms', ms)
    }
  }

  async weigh(session: Session): Promise<void> {
    if (!session.isWhole) return
    const bytes = await session.closeAndWeigh()
    if (this.#variant.stores) this.#add(this.#names.disk, 'MB', megabytes(bytes))
  }

  couldNot(error: unknown): void {
    this.#results.couldNot(this.#names.load, 'ms', this.#variant.title, reasonOf(error))
  }

  #tellLoad({ readableMs, wholeMs }: LoadTimes): void {
    this.#add(this.#names.load, 'ms', readableMs)
    if (wholeMs !== undefined)
      this.#results.add(this.#names.load, 'ms', `${this.#variant.title}, whole sync()`, wholeMs)
  }

  #add(name: string, unit: Unit, value: number): void {
    if (!Number.isNaN(value)) this.#results.add(name, unit, this.#variant.title, value)
  }
}

async function runOne(turn: Turn, dataset: DatasetName, variant: LibraryVariant): Promise<void> {
  const run = new LibraryRun(variant, turn.service.source(dataset), dataset, turn.results)
  const session = await Session.open(turn)
  try {
    await run.load(session)
    await run.read(session, readSeries(turn.service, dataset, turn.round))
    await run.weigh(session)
  } catch (error) {
    run.couldNot(error)
  } finally {
    await session.dispose()
  }
}

function libraryCase(dataset: DatasetName): BenchCase {
  const { read, ...names } = libraryNames(dataset)
  const kinds = readKinds[dataset]
  return {
    title: `libraries of ${datasets[dataset].size}`,
    names: [...Object.values(names), ...kinds.flatMap((kind) => [read(kind, 'cold'), read(kind, 'warm')])],
    async run(turn) {
      for (const variant of rotated(variants, turn.round))
        if (isUsual(turn.setting) || variant.main) await runOne(turn, dataset, variant)
    },
    isMain: () => true,
    isShort: dataset === 'translation',
  }
}

/**
 * First load, memory, bytes, reads and start-up belong to one life of a library. The case fills an empty profile, reads it,
 * reads it again in a fresh page, and measures its bytes when the browser is closed.
 */
export const libraryCases = datasetNames.map(libraryCase)
