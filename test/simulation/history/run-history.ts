import { tablesWithSecrets } from '../oracle/leftovers.ts'
import { Violation } from '../oracle/violation.ts'
import { countTasks } from '../world/tasks.ts'
import { World } from '../world/world.ts'
import type { Command, History } from './commands.ts'
import { endWell } from './ending.ts'
import { perform } from './perform.ts'

/** The events of a history, for counting and for comparing two runs of it. */
export interface Reported {
  readonly trace: readonly string[]
  readonly checks: number
  readonly reads: number
  readonly shared: number
  readonly postponed: number
  readonly partial: number
  readonly arrived: number
  readonly requests: number
  readonly events: number
}

/** Runs a history and its ending without faults. Rejects with the violation and the trace. */
export async function runHistory({ world: settings, filters, commands }: History): Promise<Reported> {
  countTasks()
  const world = new World(settings)
  try {
    const first = filters.map((filter): Command => ({ do: 'subscribe', tab: 0, filter }))
    for (const command of [...first, ...commands]) {
      await perform(world, command)
      await world.pump(world.random.int(5))
    }
    await endWell(world)
    const secrets = tablesWithSecrets(world.oracle.raw)
    if (secrets.length > 0) throw new Violation('I21', `an access token lies in ${secrets.join(', ')}`)
    const { trace, events, reads, arrived, oracle, network } = world
    const { checks, shared, postponed, partial } = oracle
    return { trace, events, reads, checks, shared, postponed, partial, arrived, requests: network.requests }
  } catch (error) {
    const trace = world.trace.join('\n')
    throw new Error(`${explain(error)}\nTrace:\n${trace}`, { cause: error })
  } finally {
    await world.close()
  }
}

/** The error with all its causes: the engine's outermost error rarely says what happened. */
function explain(error: unknown): string {
  const { cause, stack } = error instanceof Error ? error : { cause: undefined, stack: String(error) }
  return cause === undefined ? String(stack) : `${String(error)}\ncaused by ${explain(cause)}`
}
