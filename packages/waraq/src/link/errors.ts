import { WaraqError } from '@waraq/protocol'

/** The module that the worker's file has to import, for remedies. */
interface Names {
  readonly connection: string
}

/** How a worker that had answered was lost. */
export type Loss = 'gone' | 'hung' | 'unreadable'

const lossProblems: Readonly<Record<Loss, string>> = {
  gone: 'The worker was terminated or crashed',
  hung: 'The worker did not answer any more and was terminated',
  unreadable: 'A message of the worker could not be read',
}

/** No worker could be started. */
export function workerFailed(problem: string, cause?: unknown): WaraqError {
  return new WaraqError({
    code: 'worker_failed',
    message:
      `${problem}. Check that the worker's file is served as JavaScript from the page's own origin and that the ` +
      'Content-Security-Policy allows it (worker-src).',
    retryable: true,
    cause,
  })
}

/** The device has no network, and the worker's file is not stored on it. */
export function workerOffline(): WaraqError {
  return new WaraqError({
    code: 'worker_failed',
    message:
      "This device is offline, and the worker's file is not kept on it. What is here stays readable. Add the file to those " +
      'that the service worker of the application precaches.',
    retryable: true,
    details: { offline: true },
  })
}

/**
 * A worker that cannot be loaded causes an `error` event. This one caused none: it runs without an engine, or is still
 * loading.
 */
export function workerSilent(ms: number, { connection }: Names): WaraqError {
  return new WaraqError({
    code: 'worker_failed',
    message:
      `The worker was started without an error, but did not answer within ${ms} ms. Check that its file imports ` +
      `${connection}. A slow network may need a greater handshakeMs.`,
    retryable: true,
    details: { silent: true },
  })
}

/** The error of calls that were in flight when a worker was lost. */
export function workerLost(loss: Loss): WaraqError {
  return new WaraqError({
    code: 'worker_lost',
    message: `${lossProblems[loss]}. What it had committed is kept; make the call again.`,
    retryable: true,
    details: { loss },
  })
}

/** The error of calls after the loss of a worker that cannot be replaced. */
export function workerNotReplaceable(loss: Loss): WaraqError {
  return new WaraqError({
    code: 'worker_lost',
    message:
      `${lossProblems[loss]}, and no other can be started. Connect with a function that makes the worker, or reload ` +
      'the page.',
    retryable: false,
    details: { loss },
  })
}

/** Workers start and are lost again too many times in a row. */
export function workerLostTooOften(loss: Loss, losses: number): WaraqError {
  return new WaraqError({
    code: 'worker_failed',
    message:
      `The worker was lost ${losses} times in a row; another is started with the next call. Make the call again ` +
      'later, and reload the page if that does not help.',
    retryable: true,
    details: { losses },
    cause: workerLost(loss),
  })
}

export function callTimedOut(method: string, ms: number): WaraqError {
  return new WaraqError({
    code: 'timeout',
    message: `The worker did not reply to ${method} within ${ms} ms. Make the call again.`,
    retryable: true,
    details: { method, ms },
  })
}

/** The script in the worker answers, but not as this version does. */
export function strangeAnswer({ connection }: Names, cause?: unknown): WaraqError {
  return new WaraqError({
    code: 'protocol_mismatch',
    message: `The worker does not answer as this version does. Check that it imports ${connection}, and reload the page.`,
    cause,
  })
}

/** Structured cloning refused the arguments of a call. */
export function notPlainData(code: 'invalid_option' | 'invalid_argument', cause: unknown): WaraqError {
  return new WaraqError({
    code,
    message: 'The arguments hold something that cannot be sent to a worker. Give plain data.',
    cause,
  })
}
