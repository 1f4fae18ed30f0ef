import { createSandbox, type Sandbox } from '@waraq/sandbox'
import type { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { Random } from '@waraq/test-support/random'
import { users, type Fault, type ReadingForm, type User, type TransportName } from './commands.ts'
import { changesOf, type Pushed, type PushAnswer, type Reported } from './pushes.ts'

/** A tab's request, as the backend sees it. */
export interface Asked {
  readonly device: number
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** The effect of a request at the service. */
export interface Effect extends Asked {
  readonly user: User
  /** Virtual milliseconds. */
  readonly at: number
  /** The service's answer. */
  readonly answer: unknown
  /** It could take effect only on top of what the device had read: no changes of others came in between. */
  readonly isOnTop?: true
}

/** The signed-in account as the backend reports it: an opaque name, like that of a proxy. */
export const accountOf = (user: User) => `account-of-${user}`

const operationScope = 'bookmark collection note preference reading_session'
const scopes: Readonly<Record<TransportName, string>> = {
  operations: operationScope,
  feed: `${operationScope} sync`,
}

const refusal = (status: number, type: string, headers: Record<string, string> = {}) =>
  Response.json({ message: 'No.', type, success: false }, { status, headers })

/** One origin with the service behind it: a session for each device, and faults as ordered. */
export class Backend {
  readonly #clock: VirtualClock
  readonly #random: Random
  readonly #sandbox: Sandbox
  /** Sessions of a user end at the backend, not at the sandbox, so one token for each user is enough. */
  readonly #tokens = new Map<User, ReturnType<Sandbox['userToken']>>()
  readonly sessions: (User | null)[]
  /** The scopes that people have granted: with that of the feed, or without it. */
  transport: TransportName
  readonly hasSlots: boolean
  readonly online = [true, true]
  /** Ordered faults of each device, each for one request. */
  readonly faults: { readonly fault: Fault; readonly of: 'write' | 'any' }[][] = [[], []]
  readonly effects: Effect[] = []
  /** Answered reads. They determine what a device could know. */
  readonly reads: { readonly device: number; readonly path: string; readonly at: number }[] = []
  requests = 0
  /** Faults that struck a request. */
  struck = 0
  /** Requests that are being processed and wait for no clock. */
  working = 0
  onEffect: (effect: Effect) => void = () => undefined
  onSignOut: (device: number, user: User) => void = () => undefined

  constructor(
    clock: VirtualClock,
    random: Random,
    sessions: readonly (User | null)[],
    transport: TransportName,
    reading: ReadingForm = 'flag',
  ) {
    this.transport = transport
    this.hasSlots = reading !== 'flag'
    this.#clock = clock
    this.#random = random
    this.sessions = [...sessions]
    this.#sandbox = createSandbox({
      content: 'small',
      now: () => clock.now(),
      tokenLifetime: 365 * 24 * 3600,
      users: users.map((username) => ({ username })),
      readingBookmarksInFeed: reading,
    } as never)
  }

  /** One request of a device, on the network. */
  answer(device: number, request: Request): Promise<Response> {
    this.requests += 1
    return this.#worked(() => this.#answer(device, request))
  }

  async #worked<T>(work: () => Promise<T>): Promise<T> {
    this.working += 1
    try {
      return await work()
    } finally {
      this.working -= 1
    }
  }

  async #answer(device: number, request: Request): Promise<Response> {
    const { method } = request
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    if (!this.online[device]) throw new TypeError('Failed to fetch')
    const fault = this.#fault(device, method)
    await this.#pass(20 + this.#random.int(100))
    if (fault === 'before') throw new TypeError('Failed to fetch')
    const path = pathname.replace(/^\/user(\/auth)?/, '') + search
    const account = request.headers.get('x-relay-account')
    const signedIn = this.sessions[device]!
    const work = () => this.#carryOut(device, method, path, { account, signedIn }, text)
    if (fault === 'late' && method !== 'GET') {
      this.#clock.after(this.#random.int(80_000), null, () => void this.#worked(work))
      await this.#pass(this.#random.int(3_000))
      throw new TypeError('Failed to fetch')
    }
    if (fault === 'unavailable') return refusal(503, 'service_unavailable')
    if (fault === 'limited') return refusal(429, 'rate_limit_exceeded', { 'retry-after': '30' })
    if (fault === 'refused' && method !== 'GET') return refusal(422, 'unprocessable_entity')
    let answer = await work()
    const isTwice = fault === 'twice' && method !== 'GET'
    if (isTwice && !addsUp(method, path)) answer = await work()
    await this.#pass(20 + this.#random.int(100))
    if (fault === 'after' || (isTwice && addsUp(method, path)) || !this.online[device])
      throw new TypeError('Failed to fetch')
    if (fault === 'hang') await this.#pass(3_600_000)
    const body = await answer.text()
    if (fault === 'garbage') return garbage(this.#random, answer)
    if (fault === 'half') return new Response(body.slice(0, body.length / 2), answer)
    return new Response(body, answer)
  }

  /** A change by an application of the service, without the network, on top of the current state. */
  async push(user: User, mutations: readonly object[]): Promise<void> {
    const { data } = await this.read(user, '/v1/sync?mutationsSince=0&metadataOnly=true')
    const path = `/v1/sync?lastMutationAt=${(data as { readonly lastMutationAt: number }).lastMutationAt}`
    const answer = await this.#ask(user, 'POST', path, JSON.stringify({ mutations }))
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  }

  /** Adds these rows to each page of the feed. */
  addRows(addRows: readonly unknown[]): void {
    this.#sandbox.fault({ match: { path: 'sync', method: 'GET' }, effect: { userFeed: { addRows } } })
  }

  /** The latest states of a user in the feed. */
  async states(user: User): Promise<readonly Reported[]> {
    const { data } = await this.read(user, '/v1/sync?mutationsSince=0&limit=1000&page=1')
    const { mutations } = data as { readonly mutations: readonly (Reported | null)[] }
    return mutations.filter((each) => each !== null && !each.resourceId?.startsWith('odd')) as Reported[]
  }

  /** The service's data of a user, read without the network. */
  async read(user: User, path: string): Promise<{ readonly data: never }> {
    const answer = await this.#ask(user, 'GET', path, '')
    return (await answer.json()) as { readonly data: never }
  }

  /** `signedIn`: the user who was signed in when the request arrived. A sign-out ends that session, however late it is. */
  async #carryOut(
    device: number,
    method: string,
    path: string,
    { account, signedIn }: { readonly account: string | null; readonly signedIn: User | null },
    text: string,
  ) {
    const user = this.sessions[device]!
    if (path === '/session')
      return Response.json({
        signedIn: user !== null,
        ...(user && { account: accountOf(user), scope: scopes[this.transport] }),
      })
    if (path === '/sign-out') {
      if (signedIn) this.onSignOut(device, signedIn)
      if (signedIn === user) this.sessions[device] = null
      return Response.json({})
    }
    if (user === null) return refusal(401, 'unauthorized')
    if (account !== null && account !== accountOf(user)) return refusal(409, 'other_account')
    const isFeed = path.startsWith('/v1/sync')
    if (isFeed && this.transport !== 'feed') return refusal(403, 'insufficient_scope')
    if (isFeed && method === 'POST') return this.#push(device, user, path, text)
    const answer = await this.#ask(user, method, path, text)
    if (method === 'GET') this.reads.push({ device, path, at: this.#clock.elapsed })
    else if (answer.ok) {
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      this.#tell({ device, user, method, path, body, answer: await answer.clone().json() })
    }
    return answer
  }

  #tell(effect: Omit<Effect, 'at'>): void {
    const reported = { ...effect, at: this.#clock.elapsed }
    this.effects.push(reported)
    this.onEffect(reported)
  }

  /**
   * Recorded as the operations with the same effects, one for each change that took effect, even if the push was refused in
   * the end.
   */
  async #push(device: number, user: User, path: string, text: string): Promise<Response> {
    const before = await this.states(user)
    const answer = await this.#ask(user, 'POST', path, text)
    const { mutations } = JSON.parse(text) as { readonly mutations: readonly Pushed[] }
    const reported = (await answer.clone().json()) as PushAnswer
    for (const change of changesOf(mutations, reported, before, await this.states(user)))
      this.#tell({ device, user, ...change, isOnTop: true })
    return answer
  }

  async #ask(user: User, method: string, path: string, text: string): Promise<Response> {
    const made = this.#tokens.get(user) ?? this.#sandbox.userToken({ user })
    this.#tokens.set(user, made)
    const { token, clientId } = await made
    const headers = {
      'x-auth-token': token,
      'x-client-id': clientId,
      ...(text !== '' && { 'content-type': 'application/json' }),
    }
    return this.#sandbox.fetch(
      new Request(`http://localhost/auth${path}`, { method, headers, ...(text !== '' && { body: text }) }),
    )
  }

  #fault(device: number, method: string): Fault | undefined {
    const ordered = this.faults[device]!
    const index = ordered.findIndex(({ of }) => of === 'any' || method !== 'GET')
    if (index < 0) return undefined
    this.struck += 1
    return ordered.splice(index, 1)[0]!.fault
  }

  async #pass(ms: number): Promise<void> {
    this.working -= 1
    await this.#clock.sleep(ms)
    this.working += 1
  }
}

/** Whether a repetition does more than the first request: no server in between may repeat it. */
const addsUp = (method: string, path: string) =>
  method === 'POST' && /^\/v1\/(notes|collections|activity-days)$/.test(path)

/** An invalid answer, or one that makes no sense. */
function garbage(random: Random, answer: Response): Response {
  const bodies = [
    '<html><body>Welcome to the airport</body></html>',
    '{"__proto__":{"signedIn":true},"constructor":1}',
    '{"success":true,"data":1e308}',
    '[[[[[[[[[[[[[[[[',
    '',
  ]
  return new Response(random.pick(bodies), {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
  })
}
