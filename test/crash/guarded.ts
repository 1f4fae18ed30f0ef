import { countTasks } from '../simulation/world/tasks.ts'
import { Violation } from './watch.ts'

/** Does one piece of work; returns what went wrong, an unhandled rejection too. */
export type Attempt = (work: () => Promise<void>) => Promise<string | null>

/** Runs work with the console's warnings off (Dexie's, of each reconnection) and unhandled rejections caught. */
export async function guarded<T>(run: (attempt: Attempt) => Promise<T>): Promise<T> {
  // Imported for its cheap replacements; no tasks are counted here.
  countTasks()
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => void rejections.push(reason)
  const { warn } = console
  const { stackTraceLimit } = Error
  console.warn = () => undefined
  // Thousands of errors are made on purpose; their traces would cost more than the runs.
  Error.stackTraceLimit = 0
  process.on('unhandledRejection', onRejection)
  try {
    return await run(async (work) => {
      try {
        await work()
        // Node reports an unhandled rejection at the end of the turn.
        await new Promise((resolve) => setImmediate(resolve))
        return rejections.length > 0 ? `an unhandled rejection: ${String(rejections[0])}` : null
      } catch (error) {
        return error instanceof Violation ? error.message : `failed: ${String((error as Error).stack)}`
      } finally {
        rejections.length = 0
      }
    })
  } finally {
    process.off('unhandledRejection', onRejection)
    console.warn = warn
    Error.stackTraceLimit = stackTraceLimit
  }
}
