import type { JsonObject } from '@waraq/protocol'
import type { Sandbox } from '@waraq/sandbox'
import type { ClientUnderTest, OpenClient } from './adapter.ts'

/** A request of a client. */
export interface Asked {
  readonly kind: 'sync' | 'snapshot' | 'other'
  /** Path and query below the content root, without what only the service can read. */
  readonly what: string
  readonly query: URLSearchParams
  /** 0 until it is answered. */
  status: number
  /** The code of a content-sync error. */
  code: string | undefined
}

/** Stands between a tab and the service: answers in its place, later, or never. */
export type Between = (asked: Asked, answer: () => Promise<Response>) => Promise<Response>

/** How a sync ended; `waiting` where it had not, when the kit's patience was over. */
export type SyncEnd = 'done' | 'failed' | 'waiting'

export const contentRoot = 'https://content.example/content'

export const never = <T>(): Promise<T> => new Promise<T>(() => undefined)

function askedOf(url: URL): Asked {
  const path = url.pathname.replace('/content/api/v4/resources', '')
  const kind = path === '/sync' ? 'sync' : path.startsWith('/snapshots/') ? 'snapshot' : 'other'
  const query = url.searchParams
  const has = ['bootstrap', 'sync_token', 'cursor'].filter((name) => query.has(name))
  const of = query.get('resources') ?? ''
  const what = kind === 'sync' ? `the feed of ${of} by ${has.join(', ') || 'nothing'}` : path
  return {
    kind,
    what: kind === 'snapshot' ? `the snapshot ${path.slice('/snapshots/'.length)}` : what,
    query,
    status: 0,
    code: undefined,
  }
}

async function codeOf(answer: Response): Promise<string | undefined> {
  if (answer.ok) return undefined
  const text = await answer.clone().text()
  return /"code":"(\w+)"/.exec(text)?.[1]
}

interface TabParts {
  readonly sandbox: Sandbox
  readonly filter: string
  readonly storage: string
  readonly patienceMs: number
}

/** A client in one tab. */
export class Tab {
  readonly #client: ClientUnderTest
  readonly #killing: AbortController
  readonly #patienceMs: number
  readonly asked: readonly Asked[]
  /** What stands between this tab and the service now. */
  readonly through: { between: Between }

  private constructor(
    client: ClientUnderTest,
    killing: AbortController,
    patienceMs: number,
    asked: readonly Asked[],
    through: { between: Between },
  ) {
    this.#client = client
    this.#killing = killing
    this.#patienceMs = patienceMs
    this.asked = asked
    this.through = through
  }

  static async open(open: OpenClient, { sandbox, filter, storage, patienceMs }: TabParts): Promise<Tab> {
    const killing = new AbortController()
    const asked: Asked[] = []
    const through: { between: Between } = { between: (_, answer) => answer() }
    const send = async (request: Request): Promise<Response> => {
      if (killing.signal.aborted) return never()
      const one = askedOf(new URL(request.url))
      asked.push(one)
      const answer = await through.between(one, async () => {
        const given = await sandbox.fetch(request)
        one.status = given.status
        one.code = await codeOf(given)
        return given
      })
      return killing.signal.aborted ? never() : answer
    }
    const client = await open({
      contentRoot,
      fetch: (input, init) => {
        const request = new Request(input, init)
        const given = new Promise<never>((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error), {
            once: true,
          }),
        )
        return Promise.race([send(request), given])
      },
      accessToken: async () => (killing.signal.aborted ? never() : sandbox.accessToken()),
      filter,
      storage,
      killed: killing.signal,
    })
    return new Tab(client, killing, patienceMs, asked, through)
  }

  /** Syncs, and waits for the end as long as the kit has patience. */
  sync(): Promise<SyncEnd> {
    const end = this.#client.sync().then(
      (): SyncEnd => 'done',
      (): SyncEnd => 'failed',
    )
    return this.#atMost(this.#patienceMs, end)
  }

  /** @throws {Error} what the client throws, and where it does not answer */
  async rows(resource: string): Promise<readonly JsonObject[]> {
    const rows = await this.#atMost(this.#patienceMs, this.#client.rows(resource))
    if (rows === 'waiting') throw new Error(`rows(${resource}) gave no answer.`)
    return rows
  }

  /** Aborted once the tab is ended. */
  get killed(): AbortSignal {
    return this.#killing.signal
  }

  /** Ends the tab in the middle of its work: nothing that it asked for ever comes. */
  kill(): void {
    this.#killing.abort()
  }

  /** Closes the tab. A client that does not end is left behind. */
  async close(): Promise<void> {
    if (!this.#killing.signal.aborted) await this.#atMost(this.#patienceMs, this.#client.close())
  }

  async #atMost<T>(ms: number, work: Promise<T>): Promise<T | 'waiting'> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<'waiting'>((resolve) => {
      timer = setTimeout(resolve, ms, 'waiting')
    })
    return Promise.race([work, patience]).finally(() => clearTimeout(timer))
  }
}
