import { WaraqError } from '@waraq/protocol'
import { liveOf } from '../store/read/live.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import type { ConnectedEngine } from '../worker/options.ts'
import { engineProtocol } from '../worker/protocol.ts'

/** An application on a server: nothing is started, live queries are pending, and calls reject. */

export function browserOnly(): WaraqError {
  return new WaraqError({
    code: 'browser_only',
    message:
      'The library is in the browser, and this is a server. Call it where only the browser comes, such as after mounting.',
  })
}

const reject = async (): Promise<never> => {
  throw browserOnly()
}

/** The engine, with calls that reject with `browser_only`. `wake` never rejects, and resolves with this error. */
export function engineOnServer(engine: ConnectedEngine): ConnectedEngine {
  const calls = Object.fromEntries(Object.keys(engineProtocol.methods).map((name) => [name, reject]))
  return { ...engine, ...calls, wake: async () => ({ result: 'failed', error: browserOnly() }) }
}

/** A store whose reads reject with `browser_only`. */
export const storeOnServer: ContentStore = {
  resources: reject,
  resource: reject,
  rows: reject,
  partial: reject,
  row: reject,
  query: reject,
  changedRows: reject,
  live: () => liveOf(() => () => undefined),
  close: () => undefined,
}
