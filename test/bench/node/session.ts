import { readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../../browsers/ask.ts'
import { waitFor } from '../../lifecycle/wait-for.ts'
import type { BusyRequest, PageApi } from '../page/page.ts'
import type { BootstrapRequest, Handle, ReciterRequest, Source } from '../page/protocol.ts'
import { openPage, type Opened, type PeakHeap } from './opened.ts'
import { watchMemory, type PeakMemory } from './processes.ts'
import { isUsual, type Setting } from './setting.ts'
import type { Site } from './site.ts'

/** After so long a call counts as hung. The slowest peer needs about a minute. */
const deadlineMs = 5 * 60_000

/** `Handle` over the wire: each call into the page returns a promise. */
type Answer<Method extends keyof Handle> = Awaited<ReturnType<Handle[Method]>>

/** A file takes whole blocks, whose size the system counts in units of 512 bytes. */
const blocksOf = ({ blocks }: Stats) => blocks * 512

function bytesBelow(folder: string, bytesOf = ({ size }: Stats) => size): number {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + bytesOf(statSync(join(entry.parentPath, entry.name))), 0)
  } catch {
    // Nothing was stored in this way.
    return 0
  }
}

async function beforeDeadline<T>(work: Promise<T>, failure: Promise<never>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs / 60_000} minutes`)), deadlineMs)
  })
  try {
    return await Promise.race([work, late, failure])
  } finally {
    clearTimeout(timer)
  }
}

/** What a session is opened for. */
interface Where {
  readonly site: Site
  readonly setting: Setting
}

/** A browser of its own on a profile of its own: no cache, database or garbage of another measurement. */
export class Session {
  readonly #site: Site
  readonly #setting: Setting
  readonly #opened: Opened

  private constructor({ site, setting }: Where, opened: Opened) {
    this.#site = site
    this.#setting = setting
    this.#opened = opened
  }

  static async open(where: Where): Promise<Session> {
    const session = new Session(where, await openPage(where.setting, where.site.origin))
    await waitFor(
      () => session.#ask(() => 'benchmark' in window).catch(() => false),
      (there) => there,
      'the page',
    )
    return session
  }

  get browserVersion(): string {
    return this.#opened.version
  }

  /** Whether its processes and files can be looked at, and a page opened beside the first. */
  get isWhole(): boolean {
    return isUsual(this.#setting)
  }

  async start(variant: string): Promise<void> {
    const inPage = this.#setting.slow > 1
    await this.#ask((name, here) => window.benchmark.start(name, here), variant, inPage)
  }

  call<Method extends keyof Handle>(
    method: Method,
    ...given: Parameters<Handle[Method]>
  ): Promise<Answer<Method>> {
    const call = (name: string, all: readonly unknown[]) =>
      (window.benchmark.call as (name: string, ...all: unknown[]) => Promise<unknown>)(name, ...all)
    return this.#settled(this.#ask(call, method, given)) as Promise<Answer<Method>>
  }

  whileReading(request: BusyRequest): ReturnType<PageApi['whileReading']> {
    return this.#settled(this.#ask((asked) => window.benchmark.whileReading(asked), request))
  }

  bootstrap(request: BootstrapRequest): ReturnType<PageApi['bootstrap']> {
    return this.#settled(this.#ask((asked) => window.benchmark.bootstrap(asked), request))
  }

  prepareReciter(request: ReciterRequest): ReturnType<PageApi['prepareReciter']> {
    return this.#settled(this.#ask((asked) => window.benchmark.prepareReciter(asked), request))
  }

  keepReciter(request: ReciterRequest): ReturnType<PageApi['keepReciter']> {
    return this.#settled(this.#ask((asked) => window.benchmark.keepReciter(asked), request))
  }

  #ask<Given extends readonly unknown[], Result>(
    work: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>> {
    return ask(this.#opened, work, ...given)
  }

  #settled<T>(work: Promise<T>): Promise<T> {
    return beforeDeadline(work, this.#opened.failure)
  }

  /** Bytes; NaN where the browser does not say. */
  async usage(): Promise<number> {
    return (await this.#ask(() => window.benchmark.usage())) ?? NaN
  }

  watchMemory(): PeakMemory {
    return watchMemory(this.#opened.profile)
  }

  watchHeap(): Promise<PeakHeap> {
    return this.#opened.watchHeap!()
  }

  /** Opens a page that only reads a row; milliseconds from the beginning of the navigation. */
  async firstRow(variant: string, source: Source, name: string): Promise<number> {
    const goto = this.#opened.goto!
    await this.#ask(() => window.benchmark.stop())
    await goto('about:blank')
    const asked = encodeURIComponent(JSON.stringify({ variant, source, name }))
    await goto(`${this.#site.origin}/start.html#${asked}`)
    return this.#settled(this.#ask(() => window.firstRow))
  }

  /** Closes the browser and tells how many bytes of databases and private files it left on disk. */
  async closeAndWeigh(): Promise<number> {
    await this.#opened.close()
    const stored = join(this.#opened.profile, 'Default')
    return bytesBelow(join(stored, 'IndexedDB')) + bytesBelow(join(stored, 'File System'))
  }

  /** Closes the browser and tells how many bytes of the disk its caches take, in whole blocks. */
  async closeAndWeighCaches(): Promise<number> {
    await this.#opened.close()
    return bytesBelow(join(this.#opened.profile, 'Default', 'Service Worker', 'CacheStorage'), blocksOf)
  }

  async dispose(): Promise<void> {
    await this.#opened.dispose()
  }
}
