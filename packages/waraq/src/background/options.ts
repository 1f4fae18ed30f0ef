import { systemClock, type Clock } from '../client/clock.ts'
import type { RelayOption } from '../client/content-access.ts'
import { WaraqError } from '@waraq/protocol'
import type { SyncEngineOptions } from '../sync/engine/options.ts'
import { scheduleSettings, type ScheduleOptions, type ScheduleSettings } from '../sync/schedule/settings.ts'
import { defaultTag } from '../platform/background/tag.ts'

/** The addresses that content comes from. */
export interface ContentServices {
  /** Root of the content API, such as `https://example.org/content`. */
  readonly contentRoot: string | URL
  /** The relay that the service worker uses. Tokens stay in the service worker's memory. */
  readonly relay: RelayOption | URL
}

export type EngineOptions = Omit<SyncEngineOptions, 'contentRoot' | 'tokens' | 'proxy'>

interface SliceTiming {
  /** The options that the page passes to `startAutoSync`: page and service worker share one timetable. */
  readonly schedule?: ScheduleOptions | undefined
  /** Tag of the sync events to handle; the page registers the same one. Default `waraq-sync`. */
  readonly tag?: string | undefined
  /**
   * Milliseconds after which a slice stops at its next safe point; also how long it waits while another tab writes.
   * Default 20,000: a browser may end a service worker that works for much longer.
   */
  readonly sliceMs?: number | undefined
}

/**
 * Options of the engine, the same as in the page, and the addresses of the services. A function that returns the addresses is
 * called for each slice, because a service worker keeps no state from one start to the next. If it fails, the browser tries
 * again later.
 */
export type BackgroundSyncOptions = EngineOptions &
  SliceTiming &
  (ContentServices | { readonly services: () => ContentServices | Promise<ContentServices> })

export interface BackgroundSettings {
  readonly tag: string
  readonly sliceMs: number
  readonly schedule: ScheduleSettings
  readonly clock: Clock
  readonly services: () => ContentServices | Promise<ContentServices>
  readonly engine: EngineOptions
}

/** @throws {WaraqError} `invalid_option` */
export function resolveBackground(options: BackgroundSyncOptions): BackgroundSettings {
  const { tag = defaultTag, sliceMs = 20_000, schedule, ...rest } = options
  if (!(sliceMs > 0)) {
    throw new WaraqError({
      code: 'invalid_option',
      message: `The option sliceMs is ${sliceMs}; give a number of milliseconds above 0.`,
      details: { option: 'sliceMs' },
    })
  }
  const common = { tag, sliceMs, schedule: scheduleSettings(schedule), clock: rest.clock ?? systemClock }
  if ('services' in rest) {
    const { services, ...engine } = rest
    return { ...common, services, engine }
  }
  const { contentRoot, relay, ...engine } = rest
  return { ...common, services: () => ({ contentRoot, relay }), engine }
}
