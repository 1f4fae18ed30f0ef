import {
  createAppStateReconciler,
  type AppStateReconciler,
  type AppStateStore,
  type AppStateTransport,
} from '@quranjs/api/public'
import { seeded, type Random } from '../../../support/random.ts'
import { ModelRefusal, ModelService, refusal, sdkErrorOf } from './service.ts'

/** The record of one schedule: each request in its order, and the visible state after each step. */
export interface Trace {
  readonly requests: readonly string[]
  readonly observed: readonly unknown[]
  /** The number of events of each kind, so that a test can check that they happen. */
  readonly counts: Readonly<Record<string, number>>
}

const accounts = ['a', 'b'] as const
type Account = (typeof accounts)[number]
const collections = ['settings', 'reading']
const keys = ['one', 'two', 'three/3', 'é']
const calls = ['bootstrap', 'getChanges', 'getDocument', 'putDocument', 'deleteDocument'] as const

/**
 * Runs one random history of the SDK's reconciler, over any store. It contains writes and deletions on this and on another
 * device, before and in the middle of requests; answers that are lost before or after their effect, refused, or too late;
 * tokens that are too old; account switches; restarts. All randomness comes from the seed and never from the time that a
 * store takes. So two stores that keep their promise have the same history.
 */
export async function runSchedule(seed: number, open: () => AppStateStore): Promise<Trace> {
  const random = seeded(seed)
  const requests: string[] = []
  const observed: unknown[] = []
  const counts: Record<string, number> = {}
  const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1)
  const services = { a: new ModelService(), b: new ModelService() }
  let idempotencyKeys = 0
  let shown: Account = 'a'
  let reconciler!: AppStateReconciler

  const write = async () => {
    const [collection, key] = [random.pick(collections), random.pick(keys)]
    if (random.oneIn(4)) await reconciler.deleteDocument(collection, key)
    else await reconciler.putDocument(collection, key, { schemaVersion: 1, value: random.int(50) })
    count('written')
  }
  const writeElsewhere = () => {
    const [collection, key] = [random.pick(collections), random.pick(keys)]
    services[shown].write(collection, key, random.oneIn(4) ? null : random.int(50))
  }
  const switchAccount = async () => {
    shown = random.pick(accounts)
    await reconciler.switchAccount(shown, transportOf(shown))
    count('switched')
  }

  /** Events while a request is under way. */
  const meanwhile = async () => {
    if (random.oneIn(5)) await write()
    if (random.oneIn(6)) writeElsewhere()
    if (random.oneIn(40)) await switchAccount()
    if (random.oneIn(30)) services[shown].forget()
  }

  const transportOf = (account: Account): AppStateTransport => {
    const call = async (name: (typeof calls)[number], args: readonly unknown[]): Promise<unknown> => {
      requests.push(`${account} ${name} ${JSON.stringify(args)}`)
      await meanwhile()
      const fate = random.int(50)
      if (fate === 0) {
        count('lost before')
        throw new TypeError('lost')
      }
      try {
        if (fate === 1) throw refusal(503, 'app_state_unavailable')
        const answer = services[account].answer(name, args)
        await meanwhile()
        if (fate === 2) {
          count('lost after')
          throw new TypeError('lost')
        }
        return JSON.parse(JSON.stringify(answer)) as unknown
      } catch (error) {
        if (!(error instanceof ModelRefusal)) throw error
        count(error.code)
        throw await sdkErrorOf(error)
      }
    }
    const made = Object.fromEntries(calls.map((name) => [name, (...args: unknown[]) => call(name, args)]))
    return made as unknown as AppStateTransport
  }

  const start = () => {
    reconciler = createAppStateReconciler({
      accountId: shown,
      store: open(),
      transport: transportOf(shown),
      pageSize: 2,
      createIdempotencyKey: () => `key-${(idempotencyKeys += 1)}`,
    })
  }

  const reconcile = async () => {
    count('reconciled')
    await reconciler.reconcile().catch((error: unknown) => observed.push(String(error)))
  }

  start()
  const steps = 6 + random.int(12)
  for (let step = 0; step < steps; step += 1) {
    await takeStep(random)
    observed.push(shown, await reconciler.getState())
  }

  async function takeStep({ int }: Random): Promise<void> {
    const what = int(10)
    if (what < 3) return write()
    if (what < 7) return reconcile()
    if (what === 7) return writeElsewhere()
    if (what === 8) return switchAccount()
    count('restarted')
    return start()
  }
  return { requests, observed, counts }
}
