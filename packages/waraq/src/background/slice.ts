import { contentAccess } from '../client/content-access.ts'
import { timedSignal } from '../client/waits.ts'
import { createEngine, type LocalEngine } from '../sync/engine/engine.ts'
import { dueFilters } from './due.ts'
import type { BackgroundSettings, ContentServices } from './options.ts'
import { outcomeOf, outcomeOfThrown, outcomeOfWait, type SliceOutcome } from './outcome.ts'

/**
 * Syncs the subscriptions that are due, if the timetable allows it, until `ended` aborts. Waits for the writer's lock no
 * longer than a slice lasts.
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
      // A run's first progress means that it has the writer's lock. From then on its budget ends it, at a safe point.
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
 * Lets the engine collect garbage after its sync: while no page is opened for weeks, only the service worker can do that. The
 * engine collects garbage before it starts its next call, so this makes a call that has nothing to sync.
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
    // The rest of the garbage waits for the next sync.
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
 * Runs one slice of work in the background: creates an engine, syncs once within the budget and closes the engine. A later
 * slice continues from the state of the database. Rejects only for invalid options or a defect.
 */
export async function runSlice(settings: BackgroundSettings, ended: AbortSignal): Promise<SliceOutcome> {
  const services = await locate(settings)
  // Without the addresses of the services, the slice cannot do more than an offline one.
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
