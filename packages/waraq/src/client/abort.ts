import { isAbort, isWaraqError, WaraqError } from '@waraq/protocol'

/**
 * The error of cancelled work: code `aborted`, name `AbortError`, the signal's reason as its cause. Its
 * shape is the same for every signal and every reason; `isAbort` recognises it.
 */
export function abortedError(signal?: AbortSignal): WaraqError {
  const reason: unknown = signal?.reason
  if (isWaraqError(reason) && isAbort(reason)) return reason
  const error = new WaraqError({
    code: 'aborted',
    message: 'The work was cancelled by its caller. Start it again when it is wanted.',
    cause: reason,
  })
  error.name = 'AbortError'
  return error
}

/** @throws the error of `abortedError` if the signal is aborted */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal)
}

/**
 * A controller that aborts as soon as one of the signals does. `unlink` removes its listeners from the signals, which may
 * outlive thousands of requests.
 */
export function linkedController(signals: readonly (AbortSignal | undefined)[]): {
  controller: AbortController
  unlink: () => void
} {
  const controller = new AbortController()
  const undo: (() => void)[] = []
  for (const signal of signals) {
    if (!signal) continue
    if (signal.aborted) {
      controller.abort(signal.reason)
      break
    }
    const onAbort = () => controller.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    undo.push(() => signal.removeEventListener('abort', onAbort))
  }
  return { controller, unlink: () => undo.forEach((step) => step()) }
}
