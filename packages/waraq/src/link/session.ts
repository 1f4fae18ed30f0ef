import { WaraqError } from '@waraq/protocol'
import { expose, type Remote } from 'comlink'
import type { Life } from './life-lock.ts'
import type {
  Callee,
  LinkShape,
  Method,
  PageConnection,
  Protocol,
  Reply,
  SessionConnection,
} from './protocol.ts'
import { packError, packValue } from './wire.ts'

/** The worker's side of a connection: from `open` to `close`, or until another page opens the worker. */
export interface Session {
  /** Closes the session once; later calls wait for the first. */
  close(): Promise<void>
}

/** Sends a message without waiting; the page may be gone. */
function tell(message: Promise<unknown>): void {
  message.catch(() => undefined)
}

/** Runs the work and returns its outcome as a value. Never rejects. */
export async function reply(work: () => Promise<unknown>): Promise<Reply> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, error: packError(error) }
  }
}

export function protocolMismatch(page: number, worker: number): WaraqError {
  return new WaraqError({
    code: 'protocol_mismatch',
    message: 'Page and worker are of different versions. Reload the page.',
    details: { page, worker },
  })
}

interface SessionOptions<S extends LinkShape> {
  readonly protocol: Protocol<S>
  /** Answers this page's calls, and is closed with the session. */
  readonly served: Callee<S>
  readonly page: Remote<PageConnection>
  /** The worker's end of the channel. */
  readonly port: MessagePort
  readonly life: Life
}

/** Serves the page at the other end of the port. */
export function beginSession<S extends LinkShape>(options: SessionOptions<S>): Session {
  const { protocol, served, page, port, life } = options
  const { version, methods } = protocol
  const calls = new Map<number, AbortController>()
  const watches = new Map<number, () => void>()
  let closed: Promise<void> | undefined

  async function answer(
    id: number,
    name: string,
    args: readonly unknown[],
    progress: boolean,
  ): Promise<unknown> {
    if (!Object.hasOwn(methods, name)) throw protocolMismatch(version, version)
    const method = name as Method<S>
    const controller = new AbortController()
    calls.set(id, controller)
    try {
      const { options, rows } = methods[method]
      const given = [...args]
      if (options !== undefined) {
        const onProgress = progress ? (step: unknown) => tell(page.progress(id, step)) : undefined
        given[options] = { ...(args[options] as object | undefined), signal: controller.signal, onProgress }
      }
      const value = await served.call(method, given as never)
      return rows ? value : packValue(value)
    } finally {
      calls.delete(id)
    }
  }

  function unwatch(watch: number): void {
    watches.get(watch)?.()
    watches.delete(watch)
  }

  async function end(): Promise<void> {
    try {
      await served.close()
    } finally {
      for (const watch of watches.keys()) unwatch(watch)
      life.release()
    }
  }
  const close = () => (closed ??= end())

  const connection: SessionConnection = {
    call: (...call) => reply(() => answer(...call)),
    abort: (id) => calls.get(id)?.abort(),
    watch: (watch) =>
      reply(async () => {
        const ends = served.watch(
          (status) => tell(page.status(watch, packValue(status))),
          (problem) => tell(page.problem(watch, packError(problem))),
        )
        watches.set(watch, ends)
      }),
    unwatch: (watch) => reply(async () => unwatch(watch)),
    ping: () => null,
    close: () => reply(close),
  }
  expose(connection, port)
  return { close }
}
