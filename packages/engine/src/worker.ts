/**
 * The worker door. Importing this module in a module worker exposes a `SyncEngine` to the page that started the worker; the
 * page connects with `connectSyncEngine` of `@waraq/engine/page`.
 */
import { relayTokens } from '@waraq/client'
import { WaraqError } from '@waraq/contract'
import { expose } from 'comlink'
import {
  protocolVersion,
  type EngineDoor,
  type RemoteCalls,
  type RemoteMethod,
  type Reply,
} from './door/protocol.ts'
import { packError, packValue } from './door/wire.ts'
import { createSyncEngine, type SyncEngine, type SyncOptions } from './engine.ts'

let engine: SyncEngine | undefined
const calls = new Map<number, AbortController>()

type Handlers = {
  readonly [Method in RemoteMethod]: (
    engine: SyncEngine,
    input: RemoteCalls[Method],
    extras: Pick<SyncOptions, 'signal' | 'onProgress'>,
  ) => Promise<unknown>
}

const handlers: Handlers = {
  subscribe: (engine, { filter }) => engine.subscribe(filter),
  unsubscribe: (engine, { filter }) => engine.unsubscribe(filter),
  sync: (engine, input, extras) => engine.sync({ ...input, ...extras }),
  status: (engine) => engine.status(),
  resync: (engine, { filter, budget }, extras) => engine.resync(filter, { budget, ...extras }),
  verify: (engine, { ref }, { signal }) => engine.verify(ref, { signal }),
  close: async (open) => {
    await open.close()
    engine = undefined
  },
}

async function reply<T>(work: () => Promise<T>): Promise<Reply<T>> {
  try {
    return { ok: true, value: packValue(await work()) as T }
  } catch (error) {
    return { ok: false, error: packError(error) }
  }
}

function notOpen(): WaraqError {
  return new WaraqError({
    code: 'engine_closed',
    message: 'The engine in the worker is not open. Connect again.',
  })
}

const door: EngineDoor = {
  open: (protocol, { relay, ...options }) =>
    reply(async () => {
      if (protocol !== protocolVersion) {
        throw new WaraqError({
          code: 'protocol_mismatch',
          message: 'Page and worker are of different versions. Reload the page.',
          details: { page: protocol, worker: protocolVersion },
        })
      }
      await engine?.close()
      engine = createSyncEngine({ ...options, tokens: relayTokens(relay) })
      return null
    }),

  call: (id, method, input, onProgress) => {
    const controller = new AbortController()
    calls.set(id, controller)
    return reply(async () => {
      try {
        if (!engine) throw notOpen()
        const handler = handlers[method] as Handlers[RemoteMethod] | undefined
        if (!handler)
          throw new WaraqError({ code: 'protocol_mismatch', message: 'Unknown call. Reload the page.' })
        return await handler(engine, input as never, { signal: controller.signal, onProgress })
      } finally {
        calls.delete(id)
      }
    })
  },

  abort: (id) => calls.get(id)?.abort(),
}

expose(door)
