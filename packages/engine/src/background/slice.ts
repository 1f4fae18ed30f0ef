import { contentAccess, timedSignal } from '@waraq/client'
import { createEngine, type LocalEngine } from '../engine/engine.ts'
import { dueFilters } from './due.ts'
import type { BackgroundSettings, ContentServices } from './options.ts'
import { outcomeOf, outcomeOfThrown, outcomeOfWait, type SliceOutcome } from './outcome.ts'

/**
 * Syncs what is due and what the timetable allows, as long as `ended` does. Waits for its turn to write no longer than a
 * slice lasts.
 */
async function syncDue(
  engine: LocalEngine,
  settings: BackgroundSettings,
  ended: AbortSignal,
): Promise<SliceOutcome> {
  const { sliceMs, clock } = settings
  const { subscriptions } = await engine.status()
  const due = dueFilters(subscriptions, clock.now())
  if (due === 'nothing') return 'done'
  if (due === 'later') return 'retry'
  const turn = timedSignal(clock, sliceMs)
  try {
    const answer = await engine.wake('background', {
      filters: due.filters,
      budget: { ms: sliceMs },
      signal: AbortSignal.any([ended, turn.signal]),
      // The first word of a run is that its turn has come. From then on the budget ends it, at a safe point.
      onProgress: () => turn.clear(),
    })
    if (answer.result === 'synced') return outcomeOf(answer.report)
    if (answer.result === 'waits') return outcomeOfWait(answer.reason)
    if (ended.aborted) return 'retry'
    if (turn.signal.aborted) return 'busy'
    throw answer.error
  } finally {
    turn.clear()
  }
}

/**
 * Lets the engine tidy up after its sync: where no page is opened for weeks nobody else would. A call that has nothing to
 * do begins when the one before it is through with that.
 */
async function tidyUp(
  engine: LocalEngine,
  { clock, sliceMs }: BackgroundSettings,
  ended: AbortSignal,
): Promise<void> {
  const late = timedSignal(clock, sliceMs)
  try {
    await engine.sync({ filters: [], signal: AbortSignal.any([ended, late.signal]) })
  } catch {
    // What is left waits for the next sync.
  } finally {
    late.clear()
  }
}

async function locate({ services }: BackgroundSettings): Promise<ContentServices | undefined> {
  try {
    return await services()
  } catch {
    return undefined
  }
}

/**
 * One slice of work in the background: an engine of its own, one sync within its budget, and the end of both. Everything
 * that a later slice goes on from is in the database. Rejects only where the options are wrong, or by a defect.
 */
export async function runSlice(settings: BackgroundSettings, ended: AbortSignal): Promise<SliceOutcome> {
  const services = await locate(settings)
  // As good as offline.
  if (!services) return 'retry'
  const { fetch, clock } = settings.engine
  const engine = createEngine(
    {
      ...settings.engine,
      contentRoot: services.contentRoot,
      ...contentAccess(services.relay, { fetch, clock }),
    },
    { schedule: settings.schedule },
  )
  try {
    const outcome = await syncDue(engine, settings, ended)
    if (outcome === 'done') await tidyUp(engine, settings, ended)
    return outcome
  } catch (error) {
    return outcomeOfThrown(error)
  } finally {
    await engine.close()
  }
}
