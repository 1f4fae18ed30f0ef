import { linkedController, throwIfAborted } from '../abort.ts'
import type { CallOptions } from '../options.ts'
import { decideRetry, isBroken } from '../retry-policy.ts'
import { exchange, type Renewal } from './exchange.ts'
import type { Answer, OutgoingRequest } from './request.ts'
import type { Transport } from './transport.ts'

/** One try of a call. */
export interface Try {
  /** From 1. */
  readonly attempt: number
  /** Aborted as soon as this try ends, by success, failure or cancellation. */
  readonly signal: AbortSignal
}

/**
 * Makes the result of the call from an answer. An error that it throws counts as a fault of the answer: the call is tried
 * again if that may help.
 */
export type Reader<T> = (answer: Answer, of: Try) => Promise<T>

/**
 * Sends the request and reads the answer. Tries again until that succeeds, or until another try would be useless or unsafe;
 * then throws the last error. The client's signal and the caller's signal both end the call.
 */
export async function call<T>(
  transport: Transport,
  request: OutgoingRequest,
  read: Reader<T>,
  caller: CallOptions | undefined,
): Promise<T> {
  const whole = linkedController([transport.signal, caller?.signal])
  const { signal } = whole.controller
  const renewal: Renewal = { used: false }
  /** The answer of the latest try. */
  let answer: Answer | undefined

  /** Sends one request and reads its answer, under a separate controller. */
  const tryOnce = async (attempt: number) => {
    const { controller, unlink } = linkedController([signal])
    answer = undefined
    try {
      answer = await exchange(transport, request, renewal, controller.signal)
      return await read(answer, { attempt, signal: controller.signal })
    } finally {
      answer?.body.cancel()
      unlink()
      // Ends work that the try left running. No code reads the reason.
      controller.abort('over')
    }
  }

  try {
    throwIfAborted(signal)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await tryOnce(attempt)
      } catch (error) {
        const instead = request.instead?.(error)
        if (instead) throw instead
        const attempts = (answer && isBroken(error) && request.brokenAttempts) || transport.policy.attempts
        const policy = { ...transport.policy, attempts }
        const decision = decideRetry({ ...transport, policy, error, attempt, now: transport.clock.now() })
        if (!decision.again) throw error
        request.onRetry?.({ attempt, delayMs: decision.delayMs, error: decision.error })
        await transport.clock.sleep(decision.delayMs, signal)
      }
    }
  } catch (error) {
    throwIfAborted(signal)
    throw error
  } finally {
    whole.unlink()
  }
}
