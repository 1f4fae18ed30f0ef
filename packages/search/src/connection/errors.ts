import { WaraqError } from '@waraq/contract'

/** How a worker that had answered was lost. */
export type Loss = 'gone' | 'hung' | 'unreadable'

const problems: Readonly<Record<Loss, string>> = {
  gone: 'The search worker was terminated or crashed',
  hung: 'The search worker did not answer any more and was terminated',
  unreadable: 'A message of the search worker could not be read',
}

/** No worker could be started. */
export function workerFailed(problem: string, cause?: unknown): WaraqError {
  return new WaraqError({
    code: 'worker_failed',
    message:
      `${problem}. Check that the worker's file imports @waraq/search/worker, is served as JavaScript from the page's ` +
      'own origin, and that the Content-Security-Policy allows it (worker-src). The next call tries again.',
    retryable: true,
    cause,
  })
}

/** What calls in flight end with. */
export function workerLost(loss: Loss): WaraqError {
  return new WaraqError({
    code: 'worker_lost',
    message: `${problems[loss]}. Make the call again: it starts a new one.`,
    retryable: true,
    details: { loss },
  })
}

/** Structured cloning refused the arguments. */
export function notPlainData(cause: unknown): WaraqError {
  return new WaraqError({
    code: 'invalid_argument',
    message: 'The arguments hold something that cannot be sent to a worker. Give plain data.',
    cause,
  })
}
