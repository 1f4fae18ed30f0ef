import { beforeDeadline, unlessAborted } from '../client/waits.ts'
import { transfer, wrap, type Endpoint } from 'comlink'
import { workerFailed, workerOffline, workerSilent } from './errors.ts'
import type { LinkShape, Opened, WorkerConnection } from './protocol.ts'
import { received } from './replies.ts'
import type { LinkSettings } from './settings.ts'

export interface Handshake extends Opened {
  /** The page's end of the session. */
  readonly port: MessagePort
}

/**
 * The worker's own port, for one message and its answer. Comlink itself would listen for ever. And once the browser collects
 * Comlink's proxy as garbage, Comlink tells the worker to stop listening, and then no other connection could open the same
 * worker.
 */
function forOneMessage(worker: Worker, signal: AbortSignal): Endpoint {
  let sent = false
  return {
    postMessage: (message, ports = []) => {
      if (sent) return
      sent = true
      worker.postMessage(message, ports)
    },
    addEventListener: (type, listener) => worker.addEventListener(type, listener, { signal }),
    removeEventListener: (type, listener) => worker.removeEventListener(type, listener),
  }
}

/**
 * Opens the worker. Rejects with `worker_failed` if it does not answer, and with the worker's own error if it refuses. A
 * worker that cannot load causes only an `error` event, often without a message. Later `error` events are uncaught errors in
 * the worker, which continues to run.
 */
export async function performHandshake<S extends LinkShape>(
  worker: Worker,
  {
    protocol,
    options,
    handshakeMs,
    clock,
    isOffline = () => false,
  }: Pick<LinkSettings<S>, 'protocol' | 'options' | 'handshakeMs' | 'clock' | 'isOffline'>,
  signal: AbortSignal | undefined,
): Promise<Handshake> {
  const { port1, port2 } = new MessageChannel()
  const over = new AbortController()
  const until = { signal: over.signal }
  const late = (): never => {
    throw workerSilent(handshakeMs, protocol)
  }
  try {
    const opening = new Promise<Handshake>((resolve, reject) => {
      const refuse = (problem: string, cause?: unknown) => reject(workerFailed(problem, cause))
      worker.addEventListener(
        'error',
        ({ message }) => {
          if (message) refuse(`The worker failed: ${message}`)
          else if (isOffline()) reject(workerOffline())
          else refuse("The worker's file could not be loaded")
        },
        until,
      )
      worker.addEventListener('messageerror', () => refuse('The worker said something unreadable'), until)
      const connection = wrap<WorkerConnection>(forOneMessage(worker, over.signal))
      received(connection.open(protocol.version, options, transfer(port2, [port2])), protocol)
        .then((opened) => resolve({ port: port1, ...(opened as Opened) }))
        .catch(reject)
    })
    const inTime = beforeDeadline(opening, { clock, ms: handshakeMs, late, awake: true })
    return await unlessAborted(inTime, signal, protocol.closed)
  } catch (error) {
    port1.close()
    throw error
  } finally {
    over.abort()
  }
}
