import type { Clock } from '../../client/clock.ts'
import { isJsonObject, parseResourceKey, type ResourceRef } from '@waraq/protocol'
import type { SyncProgress } from '../run/report.ts'
import { aliveMs } from '../../platform/leader/epoch.ts'
import { Announcements, type Heard, type OpenChannel } from '../../platform/channel.ts'
import { Throttle } from '../../platform/throttle.ts'
import { readActivity, withProgress, type Activity } from './activity.ts'

/** Messages between the engines of one database. */
type Message =
  | { readonly type: 'activity'; readonly activity: Activity | null }
  /** A new engine requests the writer's activity. */
  | { readonly type: 'ask' }
  /** The sender wrote something other than rows that affects the status: subscriptions or the schedule. */
  | { readonly type: 'changed' }
  /** In the sender's tab, a person waits for these resources. */
  | { readonly type: 'prioritized'; readonly refs: readonly ResourceRef[] }

function readRefs(data: unknown): ResourceRef[] {
  const refs: readonly unknown[] = Array.isArray(data) ? data : []
  return refs.flatMap((ref) => (isJsonObject(ref) && parseResourceKey(`${ref['group']}:${ref['id']}`)) || [])
}

function readMessage(data: unknown): Message | undefined {
  if (!isJsonObject(data)) return undefined
  const { type } = data
  if (type === 'ask' || type === 'changed') return { type }
  if (type === 'prioritized') return { type, refs: readRefs(data['refs']) }
  const activity = data['activity'] === null ? null : readActivity(data['activity'])
  return type === 'activity' && activity !== undefined ? { type, activity } : undefined
}

/** Least milliseconds between two progress messages to other tabs. The end of a run is always sent. */
const reportEveryMs = 100

interface BoardOptions {
  /** Name of the database. */
  readonly name: string
  readonly openChannel: OpenChannel | undefined
  readonly leader: string
  readonly clock: Clock
  /** Called after the activity changed. */
  readonly onActivity: () => void
  /** Called with the resources that a person waits for in another tab. */
  readonly onPrioritized: (refs: readonly ResourceRef[]) => void
  /** Called after another engine wrote something, or after messages were lost that may have reported a write. */
  readonly onChanged: () => void
}

/**
 * Shares the activity of the current run, here or in another tab. Only the writer sends it. An engine that receives no
 * message for as long as a silent writer counts as alive assumes that there is no run.
 */
export class ActivityBoard {
  readonly #options: BoardOptions
  readonly #announcements: Announcements<Message>
  #own: Activity | null = null
  #others: {
    readonly activity: Activity
    readonly from: string
    readonly heardAt: number
    readonly silent: AbortController
  } | null = null
  #reportedAt = -Infinity
  #later: AbortController | undefined
  readonly #over = new AbortController()
  /** Reactions to messages, throttled however many messages arrive. */
  readonly #answers: Throttle
  readonly #news: Throttle
  readonly #changes: Throttle

  constructor(options: BoardOptions) {
    const { openChannel, name, leader, clock, onActivity, onChanged } = options
    this.#options = options
    const throttled = (work: () => void) => new Throttle(clock, work, this.#over.signal)
    this.#answers = throttled(() => this.#own && this.#tell())
    this.#news = throttled(onActivity)
    this.#changes = throttled(onChanged)
    this.#announcements = new Announcements(openChannel, `waraq:${name}`, leader, readMessage, (heard) =>
      this.#hear(heard),
    )
    this.#announcements.say({ type: 'ask' })
  }

  /** The current activity, and whether it is this engine's own. */
  get current(): { readonly activity: Activity; readonly own: boolean } | null {
    if (this.#own) return { activity: this.#own, own: true }
    const others = this.#others
    if (!others || this.#options.clock.monotonic() - others.heardAt > aliveMs) return null
    return { activity: others.activity, own: false }
  }

  step(progress: SyncProgress): void {
    // One engine writes at a time, so the previous writer is gone.
    this.#forgetOthers()
    const entered = this.#own?.phase !== progress.phase || this.#own.filter !== progress.filter
    this.#own = withProgress(this.#own, progress)
    const rested = this.#options.clock.monotonic() - this.#reportedAt
    if (entered || rested >= reportEveryMs) this.#tell()
    else this.#tellLater(reportEveryMs - rested)
    this.#options.onActivity()
  }

  /** To be called when the run is over. */
  rest(): void {
    if (!this.#own) return
    this.#own = null
    this.#tell()
    this.#reportedAt = -Infinity
    this.#options.onActivity()
  }

  /** Notifies the other engines that something other than rows was written. They notice row changes automatically. */
  changed(): void {
    this.#announcements.say({ type: 'changed' })
  }

  prioritized(refs: readonly ResourceRef[]): void {
    this.#announcements.say({ type: 'prioritized', refs })
  }

  close(): void {
    this.rest()
    this.#forgetOthers()
    this.#over.abort()
    this.#announcements.close()
  }

  /** Sends a throttled progress step a little later, because the download may stall right after it. */
  #tellLater(ms: number): void {
    if (this.#later || !this.#options.openChannel) return
    this.#later = new AbortController()
    this.#options.clock.sleep(ms, this.#later.signal).then(
      () => this.#tell(),
      () => undefined,
    )
  }

  #tell(): void {
    this.#later?.abort()
    this.#later = undefined
    this.#reportedAt = this.#options.clock.monotonic()
    this.#announcements.say({ type: 'activity', activity: this.#own })
  }

  #hear({ from, message, missed }: Heard<Message>): void {
    if (message.type === 'ask') this.#answers.ask()
    if (message.type === 'activity') this.#note(from, message.activity)
    if (message.type === 'prioritized') this.#options.onPrioritized(message.refs)
    if (missed || message.type === 'changed') this.#changes.ask()
  }

  #note(from: string, activity: Activity | null): void {
    // A late end message of an earlier writer does not end the activity of the next writer.
    if (activity === null && this.#others?.from !== from) return
    this.#forgetOthers()
    if (activity !== null) {
      const silent = new AbortController()
      this.#others = { activity, from, heardAt: this.#options.clock.monotonic(), silent }
      // An engine that is gone sends no end message, so its activity expires.
      this.#options.clock.sleep(aliveMs + 1, silent.signal).then(
        () => this.#news.ask(),
        () => undefined,
      )
    }
    this.#news.ask()
  }

  #forgetOthers(): void {
    this.#others?.silent.abort('over')
    this.#others = null
  }
}
