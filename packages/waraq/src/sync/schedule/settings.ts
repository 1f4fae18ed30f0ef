import { WaraqError } from '@waraq/protocol'
import type { Conditions } from '../../platform/conditions.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const leastEveryMs = minuteMs
/** Also how long content is good while no reader comes back to it. Not a part of `bounds`: pages check options without them. */
const longestEveryMs = 6 * dayMs

/** Schedule options of applications. */
export interface ScheduleOptions {
  /** Milliseconds from one sync to the next, plus or minus a tenth. Default one hour; one minute to six days. */
  readonly everyMs?: number | undefined
  /**
   * `respect`, the default: if the browser saves data, or the connection is known to be metered, automatic syncs wait until
   * content is six days old.
   */
  readonly dataSaver?: 'respect' | 'ignore' | undefined
}

export interface ScheduleSettings {
  readonly everyMs: number
  readonly dataSaver: 'respect' | 'ignore'
  /** Identifies the configuration of the engine: the addresses that it requests, and the application's version. */
  readonly configuration: string
}

/** The circumstances of a decision. */
export interface ScheduleContext {
  readonly now: number
  readonly conditions: Conditions
  readonly settings: ScheduleSettings
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
}

export const bounds = {
  /** Fraction by which the interval varies, so that devices that were started together drift apart. */
  jitter: 0.1,
  /** Ceiling of the first random delay after a failure. It doubles with each further failure, up to `longestRetryMs`. */
  firstRetryMs: 15 * secondMs,
  longestRetryMs: 15 * minuteMs,
  /**
   * Content that was confirmed within the last day is good, so no reader waits for a sync of it. If no reader came back to
   * the page, content is good for `dataSaverMs`.
   */
  goodMs: dayMs,
  /**
   * Ceiling of the random delay after a failed sync that no reader waits for; the minimum is a third of it. After the second
   * failure it is the usual interval, at most `longestBackgroundRetryMs`.
   */
  firstBackgroundRetryMs: 15 * minuteMs,
  longestBackgroundRetryMs: hourMs,
  /**
   * The wait after a refusal, which another try does not fix. It doubles with each further one. Pages try again because no
   * page is notified when an operator fixes a relay or a session is renewed.
   */
  firstRefusedMs: minuteMs,
  longestRefusedMs: hourMs,
  /**
   * Quick tries while a reader waits for the first content, a second or two apart, before the longer waits start. Such
   * readers are few at a time, and most failures are over in a moment.
   */
  triesWhileWaiting: 4,
  soonFloorMs: secondMs,
  soonSpreadMs: 1_500,
  /**
   * Quick tries for a reader who came back to existing content, nearly three seconds apart: the first covers a hiccup, the
   * second an outage of five seconds, such as a server restart. With four tries, returning readers would double the load
   * during an outage.
   */
  triesAfterReturn: 2,
  returnFloorMs: 2_600,
  returnSpreadMs: 300,
  /** Minimum wait after a failed try. */
  floorMs: 5 * secondMs,
  /** Minimum wait after a try that got no answer at all. */
  networkFloorMs: 30 * secondMs,
  /** When the application starts or becomes visible again, it syncs only if the last sync is at least this old. */
  restMs: minuteMs,
  /**
   * Maximum random wait after the network came back, so that devices that share the network spread out.
   * `backgroundOnlineSpreadMs` applies if no reader waits: even ten thousand devices behind one network are spread enough
   * then. A person who looks at the page waits for `soonSpreadMs`.
   */
  onlineSpreadMs: 10 * secondMs,
  backgroundOnlineSpreadMs: 30 * secondMs,
  /** Maximum delay of an alarm while its page is awake: browsers run timers of hidden pages once a minute. */
  lateMs: 2 * minuteMs,
  /** The longest wait that is accepted from the service. */
  longestAskedMs: hourMs,
  /** Time after the last try from which a caller may sync although the service requested a longer wait. */
  askFloorMs: 5 * minuteMs,
  /** Automatic syncs in any hour, and syncs that a caller asked for in any minute, over all tabs. */
  automatic: { most: 30, perMs: hourMs },
  asked: { most: 6, perMs: minuteMs },
  /** The service requires a sync every seven days. A device that saves data keeps a day in reserve. */
  dataSaverMs: longestEveryMs,
  /** Times in a row that a sync which was cut off by its budget continues immediately. Further ones wait as after a failure. */
  mostContinued: 10,
  /** Devices constantly correct their clocks a little. Only a larger difference makes a time implausible. */
  slackMs: minuteMs,
} as const

/** @throws {WaraqError} `invalid_option` */
export function scheduleSettings(options: ScheduleOptions = {}, configuration = ''): ScheduleSettings {
  const { everyMs = hourMs, dataSaver = 'respect' } = options
  if (!(everyMs >= leastEveryMs && everyMs <= longestEveryMs)) {
    throw invalid('everyMs', everyMs, `milliseconds from ${leastEveryMs} to ${longestEveryMs}`)
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
