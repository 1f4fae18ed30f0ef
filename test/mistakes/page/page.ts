import { connectSyncEngine, createWaraq, openContentStore, type ConnectOptions } from 'waraq'

/** An application with one mistake in it. */

export interface Attempt {
  readonly contentRoot: string
  readonly relay: string
  /** Address of the worker's file. */
  readonly worker: string
  readonly filter: string
  /** Of the database that the page reads; else the engine's own. */
  readonly storeName?: string | undefined
  /** Of `createWaraq`, which then is called instead of what it consists of. */
  readonly endpoint?: string | undefined
}

const text = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error))

/** What the developer is told first: by an exception, or by `onProblem`. */
async function attempt(given: Attempt): Promise<string> {
  const { worker, filter, storeName, endpoint, ...addresses } = given
  const common = { retry: { attempts: 1 }, handshakeMs: 5_000 }
  const options: ConnectOptions = { ...addresses, ...common }
  const makeWorker = () => new Worker(worker, { type: 'module' })
  try {
    if (endpoint !== undefined) {
      const { engine } = createWaraq({ endpoint, content: [filter], worker: makeWorker, ...common })
      return await new Promise<string>((resolve) => {
        engine.onProblem((problem) => problem && resolve(`${problem.message} ${problem.remedy}`))
      })
    }
    const engine = connectSyncEngine(makeWorker, options)
    const reported = new Promise<string>((resolve) => {
      engine.onProblem((problem) => problem && resolve(`${problem.message} ${problem.remedy}`))
    })
    const run = async () => {
      openContentStore(storeName === undefined ? { engine } : { engine, name: storeName }).close()
      await engine.setSubscriptions([filter])
      await engine.sync()
    }
    return await Promise.race([reported, run().then(() => reported, text)])
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
