/** The page door: the engine of a worker as if it were here. */
import { WaraqError, type ResourceRef } from '@waraq/contract'
import { proxy, releaseProxy, wrap } from 'comlink'
import {
  protocolVersion,
  type EngineDoor,
  type RemoteCalls,
  type RemoteEngineOptions,
  type RemoteMethod,
  type Reply,
} from './door/protocol.ts'
import { unpackError, unpackValue } from './door/wire.ts'
import type { SyncEngine, SyncOptions } from './engine.ts'
import type { SyncProgress, SyncReport } from './run/report.ts'
import type { VerifyReport } from './run/verify.ts'
import type { EngineStatus } from './status.ts'

export type { RemoteEngineOptions } from './door/protocol.ts'

export interface ConnectOptions extends RemoteEngineOptions {
  /** Milliseconds within which the worker has to answer the first message. Default 10,000. */
  readonly handshakeMs?: number
}

interface CallExtras {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
}

function workerFailed(problem: string, cause?: unknown): WaraqError {
  return new WaraqError({
    code: 'worker_failed',
    message: `${problem}. Check that the worker's file is served and that the Content-Security-Policy allows it (worker-src).`,
    retryable: true,
    cause,
  })
}

/** Rejects as soon as the worker reports that it cannot run; a worker that fails to load says nothing else. */
function failureOf(worker: Worker): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) =>
      reject(workerFailed('The worker failed', event.message || undefined)),
    )
    worker.addEventListener('messageerror', () =>
      reject(workerFailed('A message of the worker could not be read')),
    )
  })
  failure.catch(() => undefined)
  return failure
}

function deadline(ms: number): { readonly passed: Promise<never>; readonly clear: () => void } {
  let timer: ReturnType<typeof setTimeout>
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(workerFailed(`The worker did not answer within ${ms} ms`)), ms)
  })
  passed.catch(() => undefined)
  return { passed, clear: () => clearTimeout(timer) }
}

function accept<T>(reply: Reply<T>): T {
  if (!reply.ok) throw unpackError(reply.error)
  return unpackValue(reply.value) as T
}

/**
 * Connects to the engine of a worker that imports `@waraq/engine/worker`. Calls wait until the worker has answered; all
 * of them reject where it cannot be reached. Errors keep their code and cause, `signal` and `onProgress` work across.
 */
export function connectSyncEngine(worker: Worker, options: ConnectOptions): SyncEngine {
  const door = wrap<EngineDoor>(worker)
  const failure = failureOf(worker)
  const { handshakeMs = 10_000, ...remote } = options
  let lastCall = 0

  const ready = (async () => {
    const { passed, clear } = deadline(handshakeMs)
    try {
      accept(await Promise.race([door.open(protocolVersion, remote), failure, passed]))
    } finally {
      clear()
    }
  })()
  ready.catch(() => undefined)

  async function call<T>(
    method: RemoteMethod,
    input: RemoteCalls[RemoteMethod],
    extras: CallExtras = {},
  ): Promise<T> {
    const { signal, onProgress } = extras
    signal?.throwIfAborted()
    await ready
    const id = ++lastCall
    const abort = () => void door.abort(id)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const answer = door.call(id, method, input as never, onProgress && proxy(onProgress))
      return accept(await Promise.race([answer, failure])) as T
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    subscribe: (filter) => call<string>('subscribe', { filter }),
    unsubscribe: (filter) => call<void>('unsubscribe', { filter }),
    sync: ({ signal, onProgress, ...input }: SyncOptions = {}) =>
      call<SyncReport>('sync', input as RemoteCalls['sync'], { signal, onProgress }),
    status: () => call<EngineStatus>('status', {}),
    resync: (filter, { signal, onProgress, budget } = {}) =>
      call<SyncReport>('resync', { filter, ...(budget ? { budget } : {}) } as RemoteCalls['resync'], {
        signal,
        onProgress,
      }),
    verify: (ref: ResourceRef, { signal } = {}) => call<VerifyReport>('verify', { ref }, { signal }),
    async close() {
      await call<void>('close', {})
      door[releaseProxy]()
    },
  }
}
