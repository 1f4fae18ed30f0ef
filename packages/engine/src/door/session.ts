import { WaraqError } from '@waraq/contract'
import { expose, type Remote } from 'comlink'
import type { Life } from './life-lock.ts'
import type { ContentStore } from '../read/content-store.ts'
import { answerRead } from '../read/read-through.ts'
import type { EngineCalls, SyncOptions } from '../sync-engine.ts'
import {
  protocolVersion,
  type PageDoor,
  type RemoteCalls,
  type RemoteMethod,
  type Reply,
  type SessionDoor,
} from './protocol.ts'
import { packError, packValue } from './wire.ts'

/** The worker's side of a connection: from `open` to `close`, or until another page opens the worker. */
export interface Session {
  readonly engine: EngineCalls
  /** Opened with the first read. */
  store(): ContentStore
  readonly page: Remote<PageDoor>
  readonly watches: Map<number, () => void>
  /** Once; later calls wait for the first. */
  close(): Promise<void>
}

type Handlers = {
  readonly [Method in RemoteMethod]: (
    session: Session,
    input: RemoteCalls[Method],
    extras: Pick<SyncOptions, 'signal' | 'onProgress'>,
  ) => Promise<unknown>
}

/** The page may be gone; then nobody is left to be told. */
function tell(message: Promise<unknown>): void {
  message.catch(() => undefined)
}

const handlers: Handlers = {
  subscribe: ({ engine }, { filter, ...options }) => engine.subscribe(filter, options),
  keep: ({ engine }, { filters, ...options }) => engine.keep(filters, options),
  unsubscribe: ({ engine }, { filter }) => engine.unsubscribe(filter),
  sync: ({ engine }, input, extras) => engine.sync({ ...input, ...extras }),
  keepCurrent: ({ engine }, options) => engine.keepCurrent(options),
  pause: ({ engine }) => engine.pause(),
  resume: ({ engine }) => engine.resume(),
  wake: ({ engine }, { kind }, extras) => engine.wake(kind, extras),
  status: ({ engine }) => engine.status(),
  droppable: ({ engine }) => engine.droppable(),
  watch: async ({ engine, page, watches }, { watch }) => {
    const end = engine.watch(
      (status) => tell(page.status(watch, packValue(status))),
      (problem) => tell(page.problem(watch, packError(problem))),
    )
    watches.set(watch, end)
  },
  unwatch: async ({ watches }, { watch }) => {
    watches.get(watch)?.()
    watches.delete(watch)
  },
  noteEviction: ({ engine }, { evicted }) => engine.noteEviction(evicted),
  resync: ({ engine }, { filter, ...input }, extras) => engine.resync(filter, { ...input, ...extras }),
  verify: ({ engine }, { ref }, { signal }) => engine.verify(ref, { signal }),
  close: (session) => session.close(),
}

/** Work as a value, whatever comes of it. */
export async function reply<T>(work: () => Promise<T>): Promise<Reply<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, error: packError(error) }
  }
}

export function protocolMismatch(page: number): WaraqError {
  return new WaraqError({
    code: 'protocol_mismatch',
    message: 'Page and worker are of different versions. Reload the page.',
    details: { page, worker: protocolVersion },
  })
}

function sessionDoor(session: Session): SessionDoor {
  const calls = new Map<number, AbortController>()
  return {
    call: (id, method, input, progress) => {
      const controller = new AbortController()
      calls.set(id, controller)
      return reply(async () => {
        try {
          const handler = handlers[method] as Handlers[RemoteMethod] | undefined
          if (!handler) throw protocolMismatch(protocolVersion)
          const value = await handler(session, input as never, {
            signal: controller.signal,
            onProgress: progress ? (step) => tell(session.page.progress(id, step)) : undefined,
          })
          return packValue(value)
        } finally {
          calls.delete(id)
        }
      })
    },
    read: (request) => reply(() => answerRead(session.store(), request)),
    abort: (id) => calls.get(id)?.abort(),
    ping: () => null,
  }
}

interface SessionOptions {
  readonly engine: EngineCalls
  readonly openStore: () => ContentStore
  readonly page: Remote<PageDoor>
  /** The worker's end of it. */
  readonly port: MessagePort
  readonly life: Life
}

/** Serves the page at the other end of the port with this engine. */
export function beginSession({ engine, openStore, page, port, life }: SessionOptions): Session {
  const watches = new Map<number, () => void>()
  let store: ContentStore | undefined
  let closed: Promise<void> | undefined
  const close = async () => {
    try {
      await engine.close()
    } finally {
      store?.close()
      for (const end of watches.values()) end()
      life.release()
    }
  }
  const session: Session = {
    engine,
    store: () => (store ??= openStore()),
    page,
    watches,
    close: () => (closed ??= close()),
  }
  expose(sessionDoor(session), port)
  return session
}
