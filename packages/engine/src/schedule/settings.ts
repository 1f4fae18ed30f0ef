import { WaraqError } from '@waraq/contract'
import type { Conditions } from '../platform/conditions.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What applications choose about the schedule. */
export interface ScheduleOptions {
  /** Milliseconds from one sync to the next, give or take a tenth. Default one hour; one minute to six days. */
  readonly everyMs?: number | undefined
  /**
   * `respect`, the default: where the browser saves data, or the connection is known to be metered, syncs that nobody asked
   * for wait until content is six days old.
   */
  readonly dataSaver?: 'respect' | 'ignore' | undefined
}

export interface ScheduleSettings {
  readonly everyMs: number
  readonly dataSaver: 'respect' | 'ignore'
  /** What tells one configuration of the engine from another: where it asks, and the application's version. */
  readonly configuration: string
}

/** The circumstances under which something is decided. */
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
  /** Ceiling of the first random delay after a failure; it doubles with each one in a row, up to the longest. */
  firstRetryMs: 15 * secondMs,
  longestRetryMs: 15 * minuteMs,
  /**
   * The wait after what trying again cannot mend by itself, such as a refusal; it doubles with each one in a row. An operator
   * mends a relay, or a session is renewed, and no page is told of it.
   */
  firstRefusedMs: minuteMs,
  longestRefusedMs: hourMs,
  /** No try follows a failed one sooner than that. */
  floorMs: 5 * secondMs,
  /** Nor sooner than that where no answer came at all. */
  networkFloorMs: 30 * secondMs,
  /** Starting the application or looking at it syncs only where the last sync is at least this old. */
  restMs: minuteMs,
  /** Devices whose common network comes back return over so long. */
  onlineSpreadMs: 10 * secondMs,
  /** The longest wait that a service is believed to ask for. */
  longestAskedMs: hourMs,
  /** So long after the last try, somebody who asks need not heed a longer wait of the service. */
  askFloorMs: 5 * minuteMs,
  /** Syncs that nobody asked for, in any hour; syncs that somebody asked for, in any minute. Over all tabs. */
  automatic: { most: 30, perMs: hourMs },
  asked: { most: 6, perMs: minuteMs },
  /** The service wants a sync every seven days; a device that saves data keeps a day in hand. */
  dataSaverMs: 6 * dayMs,
  /** An engine of which nothing is heard for so long no longer counts as syncing. */
  claimMs: 5 * minuteMs,
  /** However much it says that it does. A first sync of everything on a slow line takes minutes, not this. */
  longestClaimMs: 30 * minuteMs,
  /** Syncs cut off by their budget that go on at once, in a row; further ones wait as after a failed answer. */
  mostContinued: 10,
  /** Clocks are set right by a little all the time; only a larger difference makes a time unbelievable. */
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
