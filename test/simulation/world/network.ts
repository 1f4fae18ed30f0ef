import type { Random } from '@waraq/test-support/random'
import type { Answer, Change, ModelService } from '@waraq/test-support/model-service'
import { recordTypeOf, type JsonObject } from '@waraq/protocol'
import { ServedSnapshots } from '../oracle/served.ts'
import { answerOf } from './answer.ts'
import { altered, instead, type FaultKind, type Wire } from './faults.ts'
import type { Owner, VirtualClock } from '@waraq/test-support/virtual-clock'

interface Armed {
  readonly kind: FaultKind
  /** Number of requests that pass before the fault strikes. */
  skip: number
}

/** A change that lands after this number of further moments of the service: between two pages, or within a snapshot. */
interface Landing {
  readonly change: Change
  moments: number
}

/** The network between devices and service. It decides when requests and answers arrive, and how they end. */
export class Network {
  readonly faults: Armed[] = []
  readonly landings: Landing[] = []
  /** Resources that the service denied although they were public. Readers may miss those until they are requested again. */
  readonly denied = new Set<string>()
  readonly served = new ServedSnapshots()
  requests = 0
  /** Every request is answered within milliseconds, so that the remaining wait is the engine's own. */
  isQuick = false
  readonly #service: ModelService
  readonly #time: VirtualClock
  readonly #random: Random
  readonly #trace: (line: string) => void

  constructor(service: ModelService, time: VirtualClock, random: Random, trace: (line: string) => void) {
    this.#service = service
    this.#time = time
    this.#random = random
    this.#trace = trace
  }

  /** The `fetch` of one device. */
  fetchOf(owner: Owner, name: string): typeof fetch {
    return (input, init) =>
      new Promise((resolve, reject) => {
        if (owner.state === 'dead') return
        const url = new URL(input as string)
        this.requests += 1
        const fault = this.#strike(url.pathname.endsWith('/sync') ? 'page' : 'snapshot')
        this.#trace(
          `${name} asks ${url.pathname.slice(27)}${url.search}${fault === null ? '' : ` ! ${fault}`}`,
        )
        const signal = init?.signal
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        const fail = () => reject(new TypeError('fetch failed'))
        if (fault === 'network-before') {
          this.#time.after(this.#delay(), owner, fail)
          return
        }
        const token = new Headers(init?.headers).get('x-auth-token')
        this.#answer(url, token, fault, (wire) => {
          if (fault === 'no-answer') return
          this.#time.after(this.#delay(), owner, () => {
            if (fault === 'network-after') fail()
            else resolve(this.#response(wire, owner))
          })
        })
      })
  }

  /** The answer of the token endpoint: a fresh token, or none. */
  accessToken(
    owner: Owner,
    refresh: boolean,
  ): Promise<{ token: string; clientId: string; expiresAt: number }> {
    return new Promise((resolve, reject) => {
      const index = this.faults.findIndex(({ kind }) => kind === 'access-token-fails')
      if (index >= 0) this.faults.splice(index, 1)
      this.#time.after(refresh ? this.#delay() : 0, owner, () => {
        if (index >= 0) reject(new TypeError('The relay cannot be reached'))
        else {
          const token = this.#service.issueAccessToken(refresh)
          resolve({ token, clientId: 'client', expiresAt: this.#time.now() + 3_600_000 })
        }
      })
    })
  }

  #delay(): number {
    if (this.isQuick) return 1 + this.#random.int(8)
    return this.#random.chance(0.1) ? 1_000 + this.#random.int(8_000) : 1 + this.#random.int(120)
  }

  #strike(target: 'page' | 'snapshot'): FaultKind | null {
    const fits = (kind: FaultKind) =>
      kind !== 'access-token-fails' &&
      !(kind.startsWith('page-') && target === 'snapshot') &&
      !(kind.startsWith('snapshot-') && target === 'page')
    const armed = this.faults.find(({ kind }) => fits(kind))
    if (!armed) return null
    if (armed.skip > 0) {
      armed.skip -= 1
      return null
    }
    this.faults.splice(this.faults.indexOf(armed), 1)
    return armed.kind
  }

  /** One moment of the service is over: changes that waited for it land. */
  #moment(): void {
    for (const landing of this.landings) landing.moments -= 1
    for (const landing of this.landings.filter(({ moments }) => moments <= 0)) {
      this.landings.splice(this.landings.indexOf(landing), 1)
      this.#service.content.change(landing.change, this.#random)
      this.#trace(`lands ${landing.change.what} of ${landing.change.resource}`)
    }
  }

  #answer(url: URL, token: string | null, fault: FaultKind | null, send: (wire: Wire) => void): void {
    const service = this.#service
    const serverTime = Date.UTC(2026, 7, 1) + this.#time.elapsed
    const respond = (answer: Answer) => send(this.#wire(answer, fault, serverTime))
    // The service continues even if the requesting device is frozen.
    this.#time.after(this.#delay(), null, () => {
      const replaced = instead(service.accepts(token) ? fault : 'status-401', serverTime)
      const [, group, id] = /snapshots\/([a-z_]+)\/(\d+)$/.exec(url.pathname) ?? []
      if (replaced) {
        if (fault === 'snapshot-not-found') this.denied.add(`${group}:${id}`)
        this.#moment()
        send(replaced)
      } else if (group !== undefined) {
        const finish = service.beginSnapshot(group, Number(id))
        this.#moment()
        this.#time.after(this.#random.int(60), null, () => {
          const answer = finish()
          if (answer.status === 404) this.#noteDenial(group, Number(id))
          respond(answer)
          this.#moment()
        })
      } else {
        const query = url.searchParams
        if (fault === 'page-oversized' && query.has('resources')) query.set('per_page', '100')
        respond(service.feed.page(query, service.sees('feed')))
        this.#moment()
      }
    })
  }

  #noteDenial(group: string, id: number): void {
    if (this.#service.content.find(group, id)?.status === 'public') this.denied.add(`${group}:${id}`)
  }

  #wire(answer: Answer, fault: FaultKind | null, serverTime: number): Wire {
    const { status, body } = altered(fault, answer, this.#random)
    const { resource_group: group, resource_id: id, records } = body
    if (Array.isArray(records))
      this.served.note(`${String(group)}:${String(id)}`, records, (record) =>
        recordTypeOf(group as string, record as JsonObject)!,
      )
    const text = JSON.stringify(body)
    const cut = fault === 'body-cut' || fault === 'body-break' || fault === 'body-hang'
    return {
      status,
      headers: { 'content-type': 'application/json', date: new Date(serverTime).toUTCString() },
      text: cut ? text.slice(0, this.#random.int(text.length)) : text,
      ending: fault === 'body-break' ? 'break' : fault === 'body-hang' ? 'hang' : 'complete',
    }
  }

  /** The answer as the device gets it. Its body arrives in one or two parts, each at its own time. */
  #response({ status, headers, text, ending }: Wire, owner: Owner): Response {
    const bytes = new TextEncoder().encode(text)
    const middle = this.#random.int(bytes.length + 1)
    const parts = [bytes.subarray(0, middle), bytes.subarray(middle)].filter(({ length }) => length > 0)
    let givenUp = false
    return answerOf(status, headers, {
      cancel: () => {
        givenUp = true
      },
      next: () =>
        new Promise((resolve, reject) => {
          const part = parts.shift()
          if (!part && ending === 'hang') return
          this.#time.after(1 + this.#random.int(30), owner, () => {
            if (!givenUp && !part && ending === 'break') reject(new TypeError('terminated'))
            else resolve(givenUp ? undefined : part)
          })
        }),
    })
  }
}
