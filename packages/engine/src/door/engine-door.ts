import { wrap } from 'comlink'
import { holdLife } from './life-lock.ts'
import type { Locks } from '../lock.ts'
import type { ContentStore } from '../read/content-store.ts'
import type { OnStorageFull } from '../storage-care/on-storage-full.ts'
import type { EngineCalls } from '../sync-engine.ts'
import { protocolVersion, type EngineDoor, type PageDoor, type RemoteEngineOptions } from './protocol.ts'
import { beginSession, protocolMismatch, reply, type Session } from './session.ts'

interface EngineDoorOptions {
  readonly createEngine: (
    options: RemoteEngineOptions,
    onStorageFull: OnStorageFull | undefined,
  ) => EngineCalls
  /** A store that reads what the engine writes. */
  readonly openStore: (options: RemoteEngineOptions) => ContentStore
  readonly locks: Locks | undefined
}

/** The door of a worker, before and between sessions. */
export function engineDoor({ createEngine, openStore, locks }: EngineDoorOptions): EngineDoor {
  let session: Promise<Session | undefined> = Promise.resolve(undefined)

  /** One page at a time: whoever opens the worker anew takes it over. */
  async function takeOver(
    before: Promise<Session | undefined>,
    options: RemoteEngineOptions,
    port: MessagePort,
  ): Promise<{ readonly session: Session; readonly lifeLock: string | null }> {
    await (await before)?.close()
    const page = wrap<PageDoor>(port)
    const ask: OnStorageFull = (full) => page.storageFull(full)
    const engine = createEngine(options, options.asksWhatToDrop ? ask : undefined)
    const life = await holdLife(locks)
    const begun = beginSession({ engine, openStore: () => openStore(options), page, port, life })
    return { session: begun, lifeLock: life.name }
  }

  return {
    open: (protocol, options, port) =>
      reply(async () => {
        if (protocol !== protocolVersion) throw protocolMismatch(protocol)
        const opening = takeOver(session, options, port)
        session = opening.then(
          (opened) => opened.session,
          () => undefined,
        )
        return { lifeLock: (await opening).lifeLock }
      }),
  }
}
