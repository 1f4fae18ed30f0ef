import { linkedController, throwIfAborted } from '../abort.ts'
import type { CallOptions } from '../options.ts'
import { decideRetry } from '../retry-policy.ts'
import { exchange, type Renewal } from './exchange.ts'
import type { Answer, OutgoingRequest } from './request.ts'
import type { Transport } from './transport.ts'

/** One try. */
export interface Try {
  /** From 1. */
  readonly attempt: number
  /** Aborted as soon as this try is over for whatever reason. */
  readonly signal: AbortSignal
}

/** What a call makes of an answer. What it throws is about the answer, and is tried again where that may help. */
export type Reader<T> = (answer: Answer, of: Try) => Promise<T>

/**
 * Asks and reads until that succeeds, or until trying again is no use or not safe; throws the last error. Ends with the
 * client's signal and with the caller's.
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

  /** Request and reading, under a controller of its own that ends with it. */
  const tryOnce = async (attempt: number) => {
    const { controller, unlink } = linkedController([signal])
    let answer: Answer | undefined
    try {
      answer = await exchange(transport, request, renewal, controller.signal)
      return await read(answer, { attempt, signal: controller.signal })
    } finally {
      answer?.body.cancel()
      unlink()
      // What is still under way of the try ends, and nothing reads why.
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
        const decision = decideRetry({ ...transport, error, attempt, now: transport.clock.now() })
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
