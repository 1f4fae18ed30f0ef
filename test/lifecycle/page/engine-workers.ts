/** All that were made: where one starts slowly, a second one is started beside it, and either may serve. */
const made: Worker[] = []

export function makeWorker(script: string): Worker {
  const worker = new Worker(script, { type: 'module' })
  made.push(worker)
  return worker
}

/** Ends whichever serves, and says nothing. */
export function terminateWorkers(): void {
  for (const worker of made) worker.terminate()
}
