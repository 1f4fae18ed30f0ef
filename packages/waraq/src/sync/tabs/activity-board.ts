import type { Clock } from '../../client/clock.ts'
import { isJsonObject, parseResourceKey, type ResourceRef } from '@waraq/protocol'
import type { SyncProgress } from '../run/report.ts'
import { aliveMs } from '../../platform/leader/epoch.ts'
import { Announcements, type Heard, type OpenChannel } from '../../platform/channel.ts'
import { Pace } from '../../platform/pace.ts'
import { readActivity, withProgress, type Activity } from './activity.ts'

/** The messages between the engines of one database. */
type Message =
  | { readonly type: 'activity'; readonly activity: Activity | null }
  /** A new engine asks the writer for its activity. */
  | { readonly type: 'ask' }
  /** The sender wrote something else than rows that others may show: subscriptions, the schedule. */
  | { readonly type: 'changed' }
  /** A person waits for these resources, at the sender's. */
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

/** Progress is sent to other tabs this often at most; the end of a run is always sent. */
const tellEveryMs = 100

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
  /** Called after another engine wrote something, or messages were lost that may have said so. */
  readonly onChanged: () => void
}

/**
 * The run under way, here or in another tab. Only the writer sends it. An engine that gets no message for as long as a silent
 * writer counts as alive knows of no run.
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
  #toldAt = -Infinity
  #later: AbortController | undefined
  readonly #over = new AbortController()
  /** What messages lead to, however many come. */
  readonly #answers: Pace
  readonly #news: Pace
  readonly #changes: Pace

  constructor(options: BoardOptions) {
    const { openChannel, name, leader, clock, onActivity, onChanged } = options
    this.#options = options
    const pace = (work: () => void) => new Pace(clock, work, this.#over.signal)
    this.#answers = pace(() => this.#own && this.#tell())
    this.#news = pace(onActivity)
    this.#changes = pace(onChanged)
    this.#announcements = new Announcements(openChannel, `waraq:${name}`, leader, readMessage, (heard) =>
      this.#hear(heard),
    )
    this.#announcements.say({ type: 'ask' })
  }

  /** The activity, and whether it is this engine's own. */
  get current(): { readonly activity: Activity; readonly own: boolean } | null {
    if (this.#own) return { activity: this.#own, own: true }
    const others = this.#others
    if (!others || this.#options.clock.monotonic() - others.heardAt > aliveMs) return null
    return { activity: others.activity, own: false }
  }

  step(progress: SyncProgress): void {
    // One engine writes at a time: whoever did before is gone.
    this.#forgetOthers()
    const entered = this.#own?.phase !== progress.phase || this.#own.filter !== progress.filter
    this.#own = withProgress(this.#own, progress)
    const rested = this.#options.clock.monotonic() - this.#toldAt
    if (entered || rested >= tellEveryMs) this.#tell()
    else this.#tellLater(tellEveryMs - rested)
    this.#options.onActivity()
  }

  /** The run is over. */
  rest(): void {
    if (!this.#own) return
    this.#own = null
    this.#tell()
    this.#toldAt = -Infinity
    this.#options.onActivity()
  }

  /** Tells the other engines that something else than rows was written. They notice rows by themselves. */
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

  /** Sends, a little later, a step that came too soon after another: the download may stall right after it. */
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
    this.#toldAt = this.#options.clock.monotonic()
    this.#announcements.say({ type: 'activity', activity: this.#own })
  }

  #hear({ from, message, missed }: Heard<Message>): void {
    if (message.type === 'ask') this.#answers.ask()
    if (message.type === 'activity') this.#note(from, message.activity)
    if (message.type === 'prioritized') this.#options.onPrioritized(message.refs)
    if (missed || message.type === 'changed') this.#changes.ask()
  }

  #note(from: string, activity: Activity | null): void {
    // A late message of the end of an earlier writer does not end the activity of the next writer.
    if (activity === null && this.#others?.from !== from) return
    this.#forgetOthers()
    if (activity !== null) {
      const silent = new AbortController()
      this.#others = { activity, from, heardAt: this.#options.clock.monotonic(), silent }
      // An engine that is gone says no more, so nothing else would end what it was doing.
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
