import { systemClock } from '../client/clock.ts'
import { wrap } from 'comlink'
import type { Locks } from '../platform/locks/locks.ts'
import { exposeInWorker } from './expose-in-worker.ts'
import { holdLife } from './life-lock.ts'
import type { Callee, LinkShape, Opened, PageConnection, Protocol, WorkerConnection } from './protocol.ts'
import { beginSession, protocolMismatch, reply, type Session } from './session.ts'

/** Asks the page a question; rejects with the error of the page's answer. */
export type AskPage<S extends LinkShape> = (question: S['question']) => Promise<S['answer']>

/** Creates the callee that answers one page. */
export type Serve<S extends LinkShape> = (options: S['options'], ask: AskPage<S>) => Callee<S>

export interface WorkerConnectionOptions<S extends LinkShape> {
  readonly protocol: Protocol<S>
  readonly serve: Serve<S>
  readonly locks: Locks | undefined
}

/** Creates the connection of a worker, which starts its sessions. */
export function workerConnection<S extends LinkShape>({
  protocol,
  serve,
  locks,
}: WorkerConnectionOptions<S>): WorkerConnection {
  let session: Promise<Session | undefined> = Promise.resolve(undefined)

  /** A worker serves one page at a time: opening it again closes the previous session. */
  async function takeOver(
    before: Promise<Session | undefined>,
    options: S['options'],
    port: MessagePort,
  ): Promise<Session & Opened> {
    await (await before)?.close()
    const page = wrap<PageConnection>(port)
    const served = serve(options, (question) => page.ask(question))
    const life = await holdLife(locks, protocol.lifeLocks, systemClock.now())
    return { ...beginSession({ protocol, served, page, port, life }), lifeLock: life.name }
  }

  return {
    open: (version, options, port) =>
      reply(async () => {
        if (version !== protocol.version) throw protocolMismatch(version, protocol.version)
        const opening = takeOver(session, options, port)
        session = opening.catch(() => undefined)
        const { lifeLock } = await opening
        return { lifeLock } satisfies Opened
      }),
  }
}

/** Opens the connection of this worker to the page that started it. Does nothing on a server. */
export function serveInWorker<S extends LinkShape>(protocol: Protocol<S>, serve: Serve<S>): void {
  exposeInWorker(() => {
    const { locks }: { locks?: Locks } = navigator
    return workerConnection({ protocol, serve, locks })
  })
}
