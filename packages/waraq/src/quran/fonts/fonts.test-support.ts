import { createHash } from 'node:crypto'
import type { JsonObject } from '@waraq/protocol'
import { IDBKeyRange } from 'fake-indexeddb'
import { createBench, type Bench } from '../../sync/bench.test-support.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'
import { refOf } from '../readers/library.test-support.ts'
import { FakeCaches } from '../../files/fake-caches.test-support.ts'
import { openFonts, type Fonts } from './fonts.ts'
import type { FontsOptions } from './options.ts'

export { FakeCaches }

/** A `FontFace` that accepts all bytes but those that begin with `bad`. */
export class FakeFontFace {
  readonly family: string
  readonly source: ArrayBuffer
  status = 'unloaded'

  constructor(family: string, source: ArrayBuffer) {
    this.family = family
    this.source = source
  }

  async load(): Promise<this> {
    if (new TextDecoder().decode(this.source).startsWith('bad')) throw new SyntaxError('no font')
    this.status = 'loaded'
    return this
  }
}

export const bytesOf = (text: string) => Uint8Array.from(new TextEncoder().encode(text))
export const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

let id = 0

/** A row of a font whose file is this text. */
export function fontRow(page: number | null, text: string, row: JsonObject = {}): JsonObject {
  return {
    id: ++id,
    record_type: 'font_asset',
    page_number: page,
    font_family: `'); evil: (`,
    format: 'woff2',
    url: `https://static.example/${encodeURIComponent(text)}`,
    sha256: sha256Of(text),
    byte_size: bytesOf(text).byteLength,
    provider: 'A foundry',
    license_name: 'OFL 1.1',
    license_url: 'https://license.example/ofl',
    attribution: 'By somebody',
    ...row,
  }
}

export const mushaf = refOf('mushafs:901')

/** A host's answer to a request for a file. */
export type Answer = (text: string, signal: AbortSignal) => Response | Promise<Response>
export const asItIs: Answer = (text) => new Response(bytesOf(text))

export type Change =
  | { readonly create: JsonObject }
  | { readonly update: JsonObject & { readonly key: number } }
  | { readonly remove: number }

export interface FontBench {
  readonly bench: Bench
  readonly caches: FakeCaches
  /** Texts of the files requested since the last call; for requests to other hosts their addresses. */
  asked(): string[]
  readonly inits: RequestInit[]
  /** Sets the host's answer from now on. */
  answer(answer: Answer): void
  /** Another page with fonts of its own. */
  open(options?: Partial<FontsOptions>): Fonts
  /** Publishes changes of the mushaf's rows, and syncs. */
  publish(...changes: Change[]): Promise<void>
  close(): Promise<void>
}

/** A library with a mushaf of these fonts, a host that has their files, and a page. */
export async function fontBench(
  rows: readonly JsonObject[],
  others: readonly JsonObject[] = [],
): Promise<FontBench> {
  const caches = new FakeCaches()
  const bench = createBench({ engine: { caches: caches.storage } })
  const added = { 'mushafs:901': rows, 'mushafs:902': others }
  for (const [key, fonts] of Object.entries(added))
    bench.sandbox.add(refOf(key), [{ id: ++id, record_type: 'mushaf', name: key }, ...fonts])
  for (const key of Object.keys(added)) await bench.engine.subscribe(key)
  const synced = await bench.engine.sync()
  if (synced.outcome !== 'current') throw new Error(JSON.stringify(synced))
  const opened: { close(): void }[] = []
  const inits: RequestInit[] = []
  let asked: string[] = []
  let answers = asItIs
  return {
    bench,
    caches,
    inits,
    asked: () => asked.splice(0).sort(),
    answer: (next) => void (answers = next),
    open(options = {}) {
      const store = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
      const fonts = openFonts({
        store,
        hosts: ['https://static.example'],
        caches: caches.storage,
        storage: null,
        retry: { attempts: 1 },
        FontFace: FakeFontFace as never,
        fetch: async (input, init = {}) => {
          const url = new URL(String(input))
          const text = decodeURIComponent(url.pathname.slice(1))
          asked.push(url.origin === 'https://static.example' ? text : url.href)
          inits.push(init)
          return answers(text, init.signal!)
        },
        ...options,
      })
      opened.push(fonts, store)
      return fonts
    },
    async publish(...changes) {
      bench.sandbox.publish(
        changes.map((change) => ({ resource: 'mushafs:901', recordType: 'font_asset', ...change })),
      )
      const { outcome } = await bench.engine.sync()
      if (outcome !== 'current') throw new Error(outcome)
    },
    async close() {
      for (const each of opened.splice(0)) each.close()
      await bench.close()
    },
  }
}
