import { WaraqError } from '@waraq/protocol'
import type { Conditions } from '../../platform/conditions.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What applications choose about the schedule. */
export interface ScheduleOptions {
  /** Milliseconds from one sync to the next, give or take a tenth. Default one hour; one minute to six days. */
  readonly everyMs?: number | undefined
  /**
   * `respect`, the default: where the browser saves data, or the connection is known to be metered, automatic syncs wait
   * until content is six days old.
   */
  readonly dataSaver?: 'respect' | 'ignore' | undefined
}

export interface ScheduleSettings {
  readonly everyMs: number
  readonly dataSaver: 'respect' | 'ignore'
  /** Identifies the configuration of the engine: the addresses that it asks, and the application's version. */
  readonly configuration: string
}

/** The circumstances of a decision. */
export interface Moment {
  readonly now: number
  readonly conditions: Conditions
  readonly settings: ScheduleSettings
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
}

export const bounds = {
  /** Share of the interval by which it varies, so that devices that were started together drift apart. */
  jitter: 0.1,
  /** Ceiling of the first random delay after a failure; it doubles with each further failure, up to the longest. */
  firstRetryMs: 15 * secondMs,
  longestRetryMs: 15 * minuteMs,
  /**
   * Content that was confirmed within the last day is good, so no reader waits for a sync of it. Where no reader even came
   * back to the page, content is good for as long as the service wants it synced.
   */
  goodMs: dayMs,
  /**
   * Ceiling of the random delay after the failure of a sync that no reader waits for; a third is the least. After the second
   * failure it is the usual pace.
   */
  firstPatientMs: 15 * minuteMs,
  longestPatientMs: hourMs,
  /**
   * The wait after a refusal, which another try alone does not mend; it doubles with each further one. Pages try again
   * because no page is told when an operator mends a relay or a session is renewed.
   */
  firstRefusedMs: minuteMs,
  longestRefusedMs: hourMs,
  /**
   * A reader who waits for a first text is no crowd, and most failures are over in a moment: so many tries follow each other
   * after a second or two, before the longer waits begin.
   */
  triesWhileWaiting: 4,
  soonFloorMs: secondMs,
  soonSpreadMs: 1_500,
  /**
   * One who came back to what is here gets two tries, nearly three seconds apart: the first after a hiccup, the second after a trouble of
   * five seconds, as when a server starts again. With four, readers who come and go make an outage twice as heavy.
   */
  triesAfterReturn: 2,
  returnFloorMs: 2_600,
  returnSpreadMs: 300,
  /** The least wait after a failed try. */
  floorMs: 5 * secondMs,
  /** The least wait after a try that got no answer at all. */
  networkFloorMs: 30 * secondMs,
  /** When the application starts or is looked at again, it syncs only where the last sync is at least this old. */
  restMs: minuteMs,
  /**
   * After the network came back, each device waits a random time up to this: devices that share the network spread out. The
   * longer one holds where no reader waits: ten thousand devices behind one network then are no crowd. A person who looks at the
   * page waits for `soonSpreadMs`.
   */
  onlineSpreadMs: 10 * secondMs,
  patientOnlineSpreadMs: 30 * secondMs,
  /** The most by which an alarm rings late while its page is awake: browsers let timers of hidden pages ring once a minute. */
  lateMs: 2 * minuteMs,
  /** The longest wait that is accepted from the service. */
  longestAskedMs: hourMs,
  /** So long after the last try, a caller who asks need not heed a longer wait of the service. */
  askFloorMs: 5 * minuteMs,
  /** Automatic syncs in any hour, and syncs that a caller asked for in any minute. Over all tabs. */
  automatic: { most: 30, perMs: hourMs },
  asked: { most: 6, perMs: minuteMs },
  /** The service wants a sync every seven days; a device that saves data keeps a day in hand. */
  dataSaverMs: 6 * dayMs,
  /**
   * After a budget cut a sync off, the next goes on at once, so many times in a row; further ones wait as after a failure.
   */
  mostContinued: 10,
  /** Devices correct their clocks by a little all the time; only a larger difference makes a time implausible. */
  slackMs: minuteMs,
} as const

const leastEveryMs = minuteMs

/** @throws {WaraqError} `invalid_option` */
export function scheduleSettings(options: ScheduleOptions = {}, configuration = ''): ScheduleSettings {
  const { everyMs = hourMs, dataSaver = 'respect' } = options
  if (!(everyMs >= leastEveryMs && everyMs <= bounds.dataSaverMs)) {
    throw invalid('everyMs', everyMs, `milliseconds from ${leastEveryMs} to ${bounds.dataSaverMs}`)
  }
  if (dataSaver !== 'respect' && dataSaver !== 'ignore') {
    throw invalid('dataSaver', dataSaver, "'respect' or 'ignore'")
  }
  return { everyMs, dataSaver, configuration }
}

function invalid(option: string, value: unknown, wanted: string): WaraqError {
  return new WaraqError({
    code: 'invalid_option',
    message: `The option schedule.${option} is ${String(value)}; give ${wanted}.`,
    details: { option: `schedule.${option}` },
  })
}
