import type { Clock } from 'waraq/client'
import type { Secrets } from '../service/secrets.ts'
import type { Service } from '../service/service.ts'

/** The responses of a service to one examination, without tokens and secrets. */
export interface Recording {
  readonly contentRoot: string
  readonly authUrl: string
  readonly origin: string
  readonly groups: readonly string[]
  /** Start of the examination, as an ISO 8601 date. */
  readonly at: string
  readonly answers: readonly RecordedAnswer[]
}

interface RecordedAnswer {
  /** Method, path and query. */
  readonly request: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Time of arrival, in milliseconds since the epoch. */
  readonly at: number
}

/** The headers that checks read. Others might contain a secret. */
const kept =
  /^(content-type|content-encoding|date|retry-after|access-control-(allow-(origin|headers|methods)|expose-headers))$/

/** Replaces tokens and cursors by `token-1`, `token-2`, so that a reader can only distinguish them. */
function tokenNames(): (text: string) => string {
  const names = new Map<string, string>()
  const nameOf = (token: string) => {
    const name = names.get(token) ?? `token-${names.size + 1}`
    names.set(token, name)
    return name
  }
  return (text) =>
    text
      .replace(
        /("(?:access_token|next_sync_token)"\s*:\s*")([^"]+)/g,
        (_, before: string, token: string) => before + nameOf(token),
      )
      .replace(
        /([?&](?:sync_token|cursor)=)([^&"]+)/g,
        (_, before: string, token: string) => before + nameOf(decodeURIComponent(token)),
      )
}

const requestOf = (input: RequestInfo | URL, init: RequestInit | undefined) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  return `${init?.method ?? 'GET'} ${pathname}${search}`
}

/** Creates a `fetch` that records responses. Returns it with the recorded responses. */
export function recordAnswers(send: typeof fetch, clock: Pick<Clock, 'now'>) {
  const answers: RecordedAnswer[] = []
  const nameTokens = tokenNames()
  const recording: typeof fetch = async (input, init) => {
    const response = await send(input, init)
    const body = await response.clone().text()
    answers.push({
      request: nameTokens(requestOf(input, init)),
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => kept.test(name))),
      body: nameTokens(body),
      at: clock.now(),
    })
    return response
  }
  return { fetch: recording, answers }
}

/** Formats a recording as the text of a file. */
export function recordingText(
  { contentRoot, issuer }: Service,
  options: Omit<Recording, 'contentRoot' | 'authUrl'>,
  secrets: Secrets,
): string {
  const recording: Recording = {
    contentRoot,
    authUrl: issuer.authUrl,
    ...options,
    // Each body is redacted separately. In the file it is escaped twice, so a secret in it would not be found.
    answers: options.answers.map((answer) => ({ ...answer, body: secrets.redact(answer.body) })),
  }
  return `${secrets.redact(JSON.stringify(recording, null, 2))}\n`
}

/** A recorded service: the same responses at the same times. A request that was not recorded fails. */
export function replay(
  { contentRoot, authUrl, at: began, answers }: Recording,
  { monotonic, sleep }: Clock,
): { readonly service: Service; readonly fetch: typeof fetch; readonly clock: Clock } {
  const left = [...answers]
  let now = Date.parse(began)
  const removed = 'removed'
  return {
    service: { contentRoot, issuer: { authUrl, clientId: removed, clientSecret: removed } },
    clock: { now: () => now, monotonic, sleep },
    fetch: async (input, init) => {
      const index = left.findIndex(({ request }) => request === requestOf(input, init))
      if (index < 0) throw new TypeError('fetch failed')
      const [{ status, headers, body, at }] = left.splice(index, 1) as [RecordedAnswer]
      now = at
      return new Response(status === 204 ? null : body, { status, headers })
    },
  }
}
