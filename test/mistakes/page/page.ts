import { openContentStore } from 'waraq'
import { connectSyncEngine, type ConnectOptions } from 'waraq/page'

/** An application with one mistake in it. */

export interface Attempt {
  readonly contentRoot: string
  readonly relay: string
  /** Address of the worker's file. */
  readonly worker: string
  readonly filter: string
  /** Of the database that the page reads; else the engine's own. */
  readonly storeName?: string | undefined
}

const text = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error))

/** What the developer is told first: by an exception, or by `onProblem`. */
async function attempt({ worker, filter, storeName, ...addresses }: Attempt): Promise<string> {
  const options: ConnectOptions = {
    ...addresses,
    retry: { attempts: 1 },
    handshakeMs: 5_000,
  }
  try {
    const engine = connectSyncEngine(() => new Worker(worker, { type: 'module' }), options)
    const told = new Promise<string>((resolve) => {
      engine.onProblem((problem) => problem && resolve(`${problem.message} ${problem.remedy}`))
    })
    const run = async () => {
      openContentStore(storeName === undefined ? { engine } : { engine, name: storeName }).close()
      await engine.setSubscriptions([filter])
      await engine.sync()
    }
    return await Promise.race([told, run().then(() => told, text)])
  } catch (error) {
    return text(error)
  }
}

declare global {
  interface Window {
    attempt: typeof attempt
  }
}
window.attempt = attempt
