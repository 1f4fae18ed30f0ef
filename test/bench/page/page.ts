import { whileReading } from './busy-page.ts'
import type {
  BootstrapRequest,
  BootstrapTimes,
  BusyFigures,
  Handle,
  StoredReciter,
  ReciterRequest,
  RowName,
  Source,
} from './protocol.ts'
import '../../browsers/page/self-driven.ts'
import { inWorker, start, startHere, type Started } from './starters.ts'

/** What the driver calls. One variant at a time. */
export interface PageApi {
  /** `inPage`: in this thread instead of a worker. */
  start(variant: string, inPage: boolean): void
  call<Method extends keyof Handle>(
    method: Method,
    ...given: Parameters<Handle[Method]>
  ): ReturnType<Handle[Method]>
  stop(): void
  whileReading(request: BusyRequest): Promise<BusyFigures>
  bootstrap(request: BootstrapRequest): Promise<BootstrapTimes>
  /** Fetches the rows that name a reciter's files. */
  prepareReciter(request: ReciterRequest): Promise<void>
  keepReciter(request: ReciterRequest): Promise<StoredReciter>
  /** Bytes that the browser says are stored for this origin; null where it does not say. */
  usage(): Promise<number | null>
}

export interface BusyRequest {
  readonly reader: string
  readonly source: Source
  readonly name: string
  readonly names: readonly RowName[]
  /** `settle` resolves once the work that a follow leaves for later is done, too. */
  readonly work: readonly ['follow'] | readonly ['settle'] | readonly ['replace', 'whole' | 'chunks']
}

declare global {
  interface Window {
    benchmark: PageApi
  }
}

let started: Started | undefined
let addresses: readonly string[] = []

function handle(): Handle {
  if (!started) throw new Error('No variant was started')
  return started.handle
}

window.benchmark = {
  start: (variant, inPage) => {
    started = inPage ? startHere(variant) : start(variant)
  },
  call(method, ...given) {
    const callable = handle()[method] as (...all: typeof given) => ReturnType<Handle[typeof method]>
    return callable(...given)
  },
  stop: () => {
    started?.stop()
    started = undefined
  },
  whileReading: ({ reader, source, name, names, work }) =>
    whileReading(reader, source, name, names, async () => {
      if (work[0] === 'replace') return handle().replace(work[1])
      const ms = await handle().follow()
      // The second one waits until the writer has tidied up behind the first.
      return work[0] === 'settle' ? ms + (await handle().follow()) : ms
    }),
  async bootstrap(request) {
    const worker = new Worker(new URL('./workers/bootstrap.ts', import.meta.url), { type: 'module' })
    const { remote, failed, stop } = inWorker<Pick<PageApi, 'bootstrap'>>(worker)
    try {
      return await Promise.race([failed, remote.bootstrap(request)])
    } finally {
      stop()
    }
  },
  async prepareReciter(request) {
    const { prepareReciter } = await import('./reciter.ts')
    addresses = await prepareReciter(request)
  },
  async keepReciter(request) {
    const { keepReciter } = await import('./reciter.ts')
    return keepReciter(request, addresses)
  },
  // WebKitGTK has no `navigator.storage`.
  usage: async () => {
    const { storage } = navigator as { readonly storage?: StorageManager }
    return (await storage?.estimate())?.usage ?? null
  },
}
