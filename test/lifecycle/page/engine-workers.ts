/** All workers that were created. If one starts slowly, a second one is started in addition, and either may serve. */
const made: Worker[] = []

export function makeWorker(script: string): Worker {
  const worker = new Worker(script, { type: 'module' })
  made.push(worker)
  return worker
}

/** Ends the serving worker, without any notice. */
export function terminateWorkers(): void {
  for (const worker of made) worker.terminate()
}
