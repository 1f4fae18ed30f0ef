import type { Random } from '@waraq/test-support/random'
import { mutate } from './mutate.ts'
import { SmallService } from './small-service.ts'
import type { ValidBody } from './valid-bodies.ts'

/** A body that went out, as the client got it. */
export interface Served {
  readonly kind: 'page' | 'snapshot'
  readonly path: string
  readonly bytes: Uint8Array
  /** The change that was made to it; undefined for an honest body. */
  readonly lie: Lie | undefined
}

const headerSets: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'application/json', 'content-length': '7' },
  { 'content-type': 'application/json', 'content-length': '99999999999999999999' },
  { 'content-type': 'text/html' },
  {
    'content-type': 'application/json',
    date: 'garbage',
    'retry-after': '-1e999',
    'x-long': 'x'.repeat(65_536),
  },
]

/** A changed answer: bytes, what was done to them, and headers that may lie as well. */
export interface Lie {
  readonly how: readonly string[]
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

export type Liar = (body: ValidBody) => Lie

/** Lies by chance. */
export function randomLiar(random: Random): Liar {
  return (body) => {
    const { how, bytes } = mutate(body, random)
    return random.oneIn(12) ? { how, bytes, headers: random.pick(headerSets) } : { how, bytes }
  }
}

/** The model service behind a `fetch`, with a liar in between for one answer. */
export class HostileService {
  readonly model = new SmallService()
  /** Since the last `arm`. */
  served: Served[] = []
  #liar: Liar | undefined
  #kind: Served['kind'] = 'page'
  #skip = 0

  /** Gives the answer after `skip` further ones of this kind to the liar. */
  arm(kind: Served['kind'], skip: number, liar: Liar): void {
    this.served = []
    this.#kind = kind
    this.#skip = skip
    this.#liar = liar
  }

  disarm(): void {
    this.served = []
    this.#liar = undefined
  }

  readonly fetch: typeof fetch = (input) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { status, body: value } = this.model.answer(url)
    const kind = 'sync' in value ? 'page' : 'snapshot'
    const turn = status === 200 && this.#liar !== undefined && kind === this.#kind && this.#skip-- === 0
    const lie = turn ? this.#liar!({ kind, name: url.pathname, value }) : undefined
    const bytes = lie?.bytes ?? new TextEncoder().encode(JSON.stringify(value))
    if (status === 200) this.served.push({ kind, path: url.pathname, bytes, lie })
    const headers = lie?.headers ?? { 'content-type': 'application/json' }
    return Promise.resolve(new Response(bytes, { status, headers }))
  }
}
