import type { JsonObject } from '@waraq/protocol'
import type { Sandbox } from '@waraq/sandbox'
import type { ClientUnderTest, OpenClient } from './adapter.ts'

/** A request of a client. */
export interface Asked {
  readonly kind: 'sync' | 'snapshot' | 'other'
  /** Path and query below the content root, without parts that only the service can read. */
  readonly what: string
  readonly query: URLSearchParams
  /** 0 until the response arrives. */
  status: number
  /** The code of a content-sync error. */
  code: string | undefined
}

/** Intercepts requests between a tab and the service: responds in its place, later, or never. */
export type Between = (asked: Asked, answer: () => Promise<Response>) => Promise<Response>

/** The end of a sync; `waiting` if it had not ended by the timeout. */
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

interface TabOptions {
  readonly sandbox: Sandbox
  readonly filter: string
  readonly storage: string
  readonly timeoutMs: number
}

/** A client in one tab. */
export class Tab {
  readonly #client: ClientUnderTest
  readonly #killing: AbortController
  readonly #timeoutMs: number
  readonly asked: readonly Asked[]
  /** The current interceptor between this tab and the service. */
  readonly through: { between: Between }

  private constructor(
    client: ClientUnderTest,
    killing: AbortController,
    timeoutMs: number,
    asked: readonly Asked[],
    through: { between: Between },
  ) {
    this.#client = client
    this.#killing = killing
    this.#timeoutMs = timeoutMs
    this.asked = asked
    this.through = through
  }

  static async open(open: OpenClient, { sandbox, filter, storage, timeoutMs }: TabOptions): Promise<Tab> {
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
    return new Tab(client, killing, timeoutMs, asked, through)
  }

  /** Syncs and waits for the end, up to the timeout. */
  sync(): Promise<SyncEnd> {
    const end = this.#client.sync().then(
      (): SyncEnd => 'done',
      (): SyncEnd => 'failed',
    )
    return this.#atMost(this.#timeoutMs, end)
  }

  /** @throws {Error} errors of the client, and an error if it does not respond */
  async rows(resource: string): Promise<readonly JsonObject[]> {
    const rows = await this.#atMost(this.#timeoutMs, this.#client.rows(resource))
    if (rows === 'waiting') throw new Error(`rows(${resource}) gave no answer.`)
    return rows
  }

  /** Aborted when the tab is ended. */
  get killed(): AbortSignal {
    return this.#killing.signal
  }

  /** Ends the tab in the middle of its work: its pending requests never settle. */
  kill(): void {
    this.#killing.abort()
  }

  /** Closes the tab. A client that does not end is abandoned. */
  async close(): Promise<void> {
    if (!this.#killing.signal.aborted) await this.#atMost(this.#timeoutMs, this.#client.close())
  }

  async #atMost<T>(ms: number, work: Promise<T>): Promise<T | 'waiting'> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<'waiting'>((resolve) => {
      timer = setTimeout(resolve, ms, 'waiting')
    })
    return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
  }
}
