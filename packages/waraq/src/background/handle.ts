import { timedSignal } from '../client/waits.ts'
import { WaraqError } from '@waraq/protocol'
import type { BackgroundScope, BackgroundSyncEvent } from '../platform/background/events.ts'
import { resolveBackground, type BackgroundSettings, type BackgroundSyncOptions } from './options.ts'
import { answerTo, type SliceOutcome } from './outcome.ts'
import { runSlice } from './slice.ts'

/** Milliseconds that the work of one event may take. Chromium ends a sync event after three minutes in any case. */
const eventMs = 170_000

export interface BackgroundSync {
  /** Runs one slice, as a sync event does, but does not request another event from the browser. */
  run(): Promise<SliceOutcome>
}

function unfinished(outcome: SliceOutcome): WaraqError {
  return new WaraqError({
    code: 'background_unfinished',
    message: 'The background sync could not finish. The browser tries again later, and so does the page.',
    retryable: true,
    details: { outcome },
  })
}

/**
 * Requests another event from the browser. Returns false if the browser refuses, as Chromium does while no page of the site
 * is open.
 */
async function askAgain({ registration }: BackgroundScope, tag: string): Promise<boolean> {
  try {
    if (!registration.sync) return false
    await registration.sync.register(tag)
    return true
  } catch {
    return false
  }
}

/** Does the work of one event, slice after slice. Rejects if the browser should repeat the event later. */
async function answerEvent(
  scope: BackgroundScope,
  settings: BackgroundSettings,
  lastChance: boolean,
): Promise<void> {
  const { clock, sliceMs, tag } = settings
  const event = timedSignal(clock, eventMs)
  const endsAt = clock.monotonic() + eventMs
  try {
    for (;;) {
      const outcome = await runSlice(settings, event.signal)
      const facts = { lastChance, refused: false, timeLeft: clock.monotonic() + sliceMs < endsAt }
      let answer = answerTo(outcome, facts)
      if (answer === 'ask') {
        if (await askAgain(scope, tag)) return
        answer = answerTo(outcome, { ...facts, refused: true })
      }
      if (answer === 'resolve') return
      if (answer === 'reject') throw unfinished(outcome)
    }
  } finally {
    event.clear()
  }
}

/** `handleBackgroundSync`, for a given scope. */
export function handleIn(scope: BackgroundScope, options: BackgroundSyncOptions): BackgroundSync {
  const settings = resolveBackground(options)
  const listen = (event: BackgroundSyncEvent) => {
    if (event.tag !== settings.tag) return
    event.waitUntil(answerEvent(scope, settings, event.lastChance === true))
  }
  // The script adds its listeners while it first runs: the browser starts the worker for an event and fires it right after.
  scope.addEventListener('sync', listen)
  scope.addEventListener('periodicsync', listen)
  return {
    async run() {
      const event = timedSignal(settings.clock, eventMs)
      return runSlice(settings, event.signal).finally(() => event.clear())
    },
  }
}
