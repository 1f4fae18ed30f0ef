import type { Conditions } from '../../packages/waraq/src/platform/conditions.ts'
import { decideRetry, defaultRetryPolicy } from '../../packages/waraq/src/client/retry-policy.ts'
import { restoredError, type ErrorCode, type WaraqError } from '@waraq/protocol'
import { seeded } from '@waraq/test-support/random'
import { answerTo } from '../../packages/waraq/src/sync/errors/error-meanings.ts'
import { dueTimes, type Refresh } from '../../packages/waraq/src/sync/run/plan/refreshes.ts'
import { emptyReport, syncOutcome, type RunReport } from '../../packages/waraq/src/sync/run/report.ts'
import { isObstacle } from '../../packages/waraq/src/sync/run/run-all.ts'
import { retryTime } from '../../packages/waraq/src/sync/run/runner.ts'
import { resultOf } from '../../packages/waraq/src/sync/schedule/sync-result.ts'
import { scheduleSettings, type ScheduleContext } from '../../packages/waraq/src/sync/schedule/settings.ts'
import { afterSync } from '../../packages/waraq/src/sync/schedule/after-sync.ts'
import { dueIn, onTrigger, type SyncTrigger } from '../../packages/waraq/src/sync/schedule/timetable.ts'
import { staleAfterMs } from '../../packages/waraq/src/store/freshness.ts'
import { emptySchedule, type ScheduleRecord } from '../../packages/waraq/src/store/schedule-record.ts'
import { fleetRelay, type FleetRelay, type Held } from './relay.ts'

/**
 * Many devices with one service, in virtual time. Each device has the engine's own timetable and decides each try as the
 * client does, with tokens from a relay; the service is a function of time. What is counted are the requests that reach the
 * service, and the tokens that devices ask the relay for. Pure and seeded.
 */

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** What a request comes to, and after how long. */
export interface Answered {
  readonly code?: ErrorCode
  /** Milliseconds from now: what the service asks to wait. */
  readonly waitMs?: number
  readonly ms: number
  /** Another answered in the service's place. */
  readonly elsewhere?: true
}

/** How the service answers a device at a time; `issuedAt` is the age of its token. */
export type Service = (at: number, device: number, random: () => number, issuedAt: number) => Answered

/** What happens to a device beside its own timetable. */
export interface Happening {
  readonly at: number
  readonly device: number
  /** While a device sleeps its timers stand still and its answers wait; it is woken by nobody who looks at its page. */
  readonly wake: Exclude<SyncTrigger, 'interval' | 'background'> | 'close' | 'release' | 'sleep' | 'thaw'
}

/** A change that the service publishes to all. */
export interface Publication {
  readonly at: number
  /** Of the feed's answer that tells of it, and of the snapshot that it leads to; 0 for a change that the feed brings. */
  readonly reportedBytes: number
  readonly snapshotBytes: number
  /** Bytes of what is here of the resource, as stored: what the engine takes the snapshot's size from. */
  readonly storedBytes: number
}

/** Bytes of an answer without news. */
const quietBytes = 240

export interface FleetOptions {
  readonly devices: number
  readonly subscriptions: number
  readonly service: Service
  readonly untilMs: number
  readonly seed?: number
  /** Share of the devices whose library is empty, and the stretch in which they are first opened. */
  readonly empty?: { readonly share: number; readonly from: number; readonly to: number }
  readonly happenings?: Iterable<Happening>
  /** Milliseconds that a device's clock is wrong by; it is told each time that the clock is read. */
  readonly clockError?: (device: number, at: number) => number
  readonly conditions?: (device: number, at: number) => Conditions
  readonly published?: Publication
  /** Default: one process. */
  readonly relay?: FleetRelay
}

export interface FleetCounts {
  /** Requests for content that reached the service, and tokens asked for, in each second. */
  readonly requests: Uint32Array
  readonly tokens: Uint32Array
  /** Bytes of the bodies that were sent in each second. */
  readonly bytes: Float64Array
  /** Milliseconds from the publication until a device had it, in this order. */
  readonly arrived: number[]
  /** Milliseconds from a happening to the end of the next sync that worked, by kind of wake. */
  readonly waits: Map<string, number[]>
}

const plain: Conditions = { online: true, saveData: false, metered: null }
const settings = scheduleSettings()
const released = scheduleSettings({}, 'the next version')
const filters = Array.from({ length: 100 }, (_, index) => `translations:${index + 1}`)
const currentRuns = filters.map((filter) => emptyReport(filter, 'incremental', 'current'))
const worked = resultOf({ outcome: 'current', runs: currentRuns })
/** Of a sync that left a deferred refresh for later; each device has its own time of it. An error for each sync would take most of the time. */
const leftForLater = resultOf({ outcome: 'partial', runs: [postponedRun(filters[0]!)] })

function postponedRun(filter: string): RunReport {
  const error = restoredError({ code: 'postponed', message: 'postponed', retryable: true, retryAt: 0 })
  return { ...emptyReport(filter, 'incremental', 'partial'), error }
}

interface Try {
  claim: string
  readonly background: boolean
  readonly runs: RunReport[]
  attempt: number
  failed: boolean
  /** It left for later what was published. */
  later: boolean
  /** It asks for the snapshot. */
  fetches: boolean
  /** A request renews its token once, for all its tries. */
  renewed: boolean
}

interface Device {
  record: ScheduleRecord | null
  alarmAt: number
  open: boolean
  settings: typeof settings
  /** Whether it has what was published; else when that is due, once it was told. */
  has: boolean
  dueAt: number | undefined
  /** In the memory of its page. */
  token: Held | null
  sync: Try | null
  /** What waits for the device to wake; null while it is awake. */
  asleep: Event[] | null
  /** What the reader waits for, and since when. */
  waiting: { readonly wake: string; readonly since: number } | null
}

type Event = readonly [
  at: number,
  device: number,
  what: 'alarm' | 'try' | 'token' | 'renew' | Happening['wake'] | Answered,
]

/** Events by the second in which they fall; within one second in the order in which they were added. */
class Calendar {
  readonly #seconds: (Event[] | undefined)[] = []

  add(event: Event): void {
    const second = Math.floor(event[0] / secondMs)
    ;(this.#seconds[second] ??= []).push(event)
  }

  /** Takes the events of a second; one of them may add more to the same second. */
  *take(second: number): Generator<Event> {
    const events = this.#seconds[second]
    for (let index = 0; events && index < events.length; index++) yield events[index]!
    this.#seconds[second] = undefined
  }
}

export async function runFleet(options: FleetOptions): Promise<FleetCounts> {
  const {
    devices,
    subscriptions,
    service,
    untilMs,
    empty,
    clockError,
    published,
    relay = fleetRelay(),
  } = options
  const random = seeded(options.seed ?? 1).next
  const seconds = Math.ceil(untilMs / secondMs)
  const counts: FleetCounts = {
    requests: new Uint32Array(seconds + 1),
    tokens: new Uint32Array(seconds + 1),
    bytes: new Float64Array(seconds + 1),
    arrived: [],
    waits: new Map(),
  }
  const calendar = new Calendar()
  const noon = Date.UTC(2026, 7, 1, 12)

  const contextOf = (device: number, at: number): ScheduleContext => ({
    now: noon + at + (clockError?.(device, at) ?? 0),
    conditions: options.conditions?.(device, at) ?? plain,
    settings: fleet[device]!.settings,
    random,
  })

  const fleet: Device[] = Array.from({ length: devices }, (_, device) => {
    // Pages that were opened at any time before, each with its usual interval.
    const interval = settings.everyMs * (0.9 + 0.2 * random())
    const ago = empty && device < devices * empty.share ? null : random() * interval
    const now = noon + (clockError?.(device, 0) ?? 0)
    const record: ScheduleRecord | null =
      ago === null
        ? null
        : {
            ...emptySchedule,
            endedAt: now - ago,
            workedAt: now - ago,
            outcome: 'current',
            configuration: settings.configuration,
            nextAt: now - ago + interval,
            reason: 'interval',
          }
    return {
      record,
      alarmAt: Infinity,
      open: true,
      settings,
      has: false,
      dueAt: undefined,
      token: null,
      sync: null,
      asleep: null,
      waiting: null,
    }
  })

  function setAlarm(device: number, at: number): void {
    const it = fleet[device]!
    const left = it.open ? dueIn(it.record, contextOf(device, at)) : null
    it.alarmAt = left === null ? Infinity : at + Math.max(0, left)
    if (it.alarmAt <= untilMs) calendar.add([it.alarmAt, device, 'alarm'])
  }

  function wake(device: number, at: number, kind: SyncTrigger): void {
    const it = fleet[device]!
    const claim = String(at)
    const decision = onTrigger(it.record, kind, claim, contextOf(device, at))
    it.record = decision.record
    if (decision.sync && it.sync === null) {
      it.sync = {
        claim,
        background: 'background' in decision && decision.background === true,
        runs: [],
        attempt: 1,
        failed: false,
        later: false,
        fetches: false,
        renewed: false,
      }
      send(device, at)
    } else if (it.sync) it.sync.claim = decision.record.inProgress?.id ?? it.sync.claim
    else setAlarm(device, at)
  }

  function send(device: number, at: number): void {
    const second = Math.floor(at / secondMs)
    const it = fleet[device]!
    if (second > seconds) return
    if (it.token === null || it.token.usableUntil <= at) return calendar.add([at, device, 'token'])
    const answered = service(at, device, random, it.token.issuedAt)
    if (!answered.elsewhere) count(it, second, at, answered)
    calendar.add([Math.min(at + answered.ms, untilMs), device, answered])
  }

  function count(it: Device, second: number, at: number, { code }: Answered): void {
    const isNews = published !== undefined && at >= published.at && !it.has
    // A subscription that waits for a deferred refresh runs by itself, beside those that share a token.
    const requests = isNews && it.dueAt !== undefined && !it.sync!.fetches ? 2 : 1
    counts.requests[second]! += requests
    if (code !== undefined) return
    const reported = isNews ? published.reportedBytes : quietBytes
    counts.bytes[second]! += it.sync!.fetches
      ? published!.snapshotBytes
      : reported + (requests - 1) * quietBytes
  }

  /** What the device does about the publication: nothing, leave it for later or ask for the snapshot. */
  function learn(it: Device, at: number, now: number, background: boolean): 'nothing' | 'later' | 'fetch' {
    if (published === undefined || at < published.at || it.has) return 'nothing'
    if (published.snapshotBytes > 0) {
      const { storedBytes } = published
      const mayWaitMs = staleAfterMs / 2 - (now - (it.record?.workedAt ?? -Infinity))
      const refresh: Refresh = { key: 'mushafs:1', storedBytes, dueAt: it.dueAt, mayWaitMs }
      it.dueAt = dueTimes([refresh], { now, background, random }).get(refresh.key) ?? now
      return it.dueAt > now ? 'later' : 'fetch'
    }
    arrive(it, at)
    return 'nothing'
  }

  function arrive(it: Device, at: number): void {
    it.has = true
    counts.arrived.push(at - published!.at)
  }

  async function askRelay(device: number, at: number, refused?: Held): Promise<void> {
    const it = fleet[device]!
    if (!it.sync) return
    counts.tokens[Math.floor(at / secondMs)]!++
    const answered = await relay.ask(at, device, refused)
    if ('ms' in answered) return calendar.add([Math.min(at + answered.ms, untilMs), device, answered])
    it.token = answered
    send(device, at)
  }

  function hear(device: number, at: number, { code, waitMs }: Answered): void {
    const it = fleet[device]!
    const { sync } = it
    if (!sync) return
    const { now } = contextOf(device, at)
    if (code === 'unauthorized' && !sync.renewed) {
      sync.renewed = true
      return calendar.add([at, device, 'renew'])
    }
    const { runs } = sync
    const filter = filters[runs.length]!
    if (code === undefined) {
      const next = sync.fetches ? 'nothing' : learn(it, at, now, sync.background)
      if (sync.fetches) arrive(it, at)
      sync.fetches = next === 'fetch'
      if (sync.fetches) return send(device, at)
      sync.later ||= next === 'later'
      runs.push(currentRuns[runs.length]!)
    } else {
      const error = errorOf(code, waitMs === undefined ? undefined : now + waitMs)
      const { attempt } = sync
      const policy = sync.background ? { ...defaultRetryPolicy, attempts: 1 } : defaultRetryPolicy
      const decided = decideRetry({ error, attempt, policy, random, now })
      if (decided.again) {
        sync.attempt++
        calendar.add([Math.min(at + decided.delayMs, untilMs), device, 'try'])
        return
      }
      const outcome = answerTo(error) === 'defer' ? 'interrupted' : 'failed'
      const retryAt = retryTime({ outcome, error }, now)
      const failed = {
        ...emptyReport(filter, 'incremental', outcome),
        error,
        ...(retryAt ? { retryAt } : {}),
      }
      sync.failed = true
      runs.push(failed)
      while (isObstacle(failed) && runs.length < subscriptions)
        runs.push({ ...failed, filter: filters[runs.length]! })
    }
    sync.attempt = 1
    sync.renewed = false
    if (runs.length < subscriptions) send(device, at)
    else end(device, at, sync)
  }

  function end(device: number, at: number, { claim, runs, failed, later }: Try): void {
    const it = fleet[device]!
    it.sync = null
    const result = failed
      ? resultOf({ outcome: syncOutcome(runs.map(({ outcome }) => outcome)), runs })
      : later
        ? { ...leftForLater, dueAt: it.dueAt! }
        : worked
    it.record = afterSync(it.record, claim, result, contextOf(device, at))
    if (it.waiting && !failed && !later) {
      const { wake: kind, since } = it.waiting
      const known = counts.waits.get(kind)
      if (known) known.push(at - since)
      else counts.waits.set(kind, [at - since])
      it.waiting = null
    }
    setAlarm(device, at)
  }

  for (let device = 0; device < devices; device++) {
    if (empty && fleet[device]!.record === null) {
      const at = empty.from + random() * (empty.to - empty.from)
      fleet[device]!.open = false
      if (at < untilMs) calendar.add([at, device, 'session'])
    } else setAlarm(device, 0)
  }
  for (const { at, device, wake: kind } of options.happenings ?? [])
    if (at < untilMs) calendar.add([at, device, kind])

  for (let second = 0; second <= seconds; second++) {
    for (const event of calendar.take(second)) {
      const [at, device, what] = event
      const it = fleet[device]!
      if (it.asleep && what !== 'thaw') it.asleep.push(event)
      else if (typeof what === 'object') hear(device, at, what)
      else if (what === 'alarm') {
        if (at !== it.alarmAt || it.sync) continue
        it.alarmAt = Infinity
        wake(device, at, 'interval')
      } else if (what === 'try') send(device, at)
      else if (what === 'token') await askRelay(device, at)
      else if (what === 'renew') await askRelay(device, at, it.token ?? undefined)
      else if (what === 'sleep') it.asleep = []
      else if (what === 'thaw') {
        for (const [, , kept] of it.asleep ?? []) if (kept !== 'alarm') calendar.add([at, device, kept])
        it.asleep = null
        if (!it.sync) setAlarm(device, at)
      } else if (what === 'close') {
        it.open = false
        it.alarmAt = Infinity
        it.token = null
      } else {
        const isRelease = what === 'release'
        if (isRelease) {
          it.settings = released
          it.token = null
        }
        it.open = true
        it.waiting ??= { wake: it.record?.workedAt == null ? 'first' : what, since: at }
        wake(device, at, isRelease ? 'start' : what)
      }
    }
  }
  return counts
}

const timeless = new Map<ErrorCode, WaraqError>()

function errorOf(code: ErrorCode, retryAt: number | undefined): WaraqError {
  // Who names a time has answered.
  if (retryAt !== undefined)
    return restoredError({ code, message: code, retryable: true, retryAt, status: 503 })
  let known = timeless.get(code)
  if (!known) timeless.set(code, (known = restoredError({ code, message: code, retryable: true })))
  return known
}
