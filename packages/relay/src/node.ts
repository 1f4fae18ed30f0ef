import process from 'node:process'
import { createGuard, Refused } from './access/guard.ts'
import type { Handler } from './access/options.ts'
import { configurationError } from './configuration.ts'
import { logLine } from './events/log-line.ts'
import type { RelayLog } from './events/log.ts'
import type { NodeRelayOptions } from './node/node-options.ts'
import { addressOf, isThisMachineOnly, serve } from './node/serve.ts'
import { configuredRelay } from './token-relay.ts'

export type { NodeRelayOptions } from './node/node-options.ts'
export { clientFromEnvironment, issuerPresets, relayOptionsFromEnvironment } from './node/environment.ts'

export interface RunningTokenRelay {
  /** Where to send token requests. */
  readonly url: string
  readonly port: number
  /** Takes no more requests; resolves when those in flight have ended, after five seconds at most. */
  close(): Promise<void>
}

const toStandardError: RelayLog = (entry) => process.stderr.write(`${logLine(entry, Date.now())}\n`)

/** For paths that are none of the relay's. */
function nothingHere(options: NodeRelayOptions): Handler {
  const guard = createGuard(options, {
    route: 'token',
    methods: [],
    headers: [],
    sameOrigin: false,
    refuses: () => 'path',
  })
  return (request, host) => guard.handle(request, host, async () => Promise.reject(new Refused('path')))
}

/**
 * Runs the token relay by itself, on this machine only unless told otherwise, and tells standard error what happens. Checks
 * `Host`: a foreign name that was made to point here must not pass for our own origin. An address that others reach needs both
 * lists.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export async function startTokenRelay(options: NodeRelayOptions): Promise<RunningTokenRelay> {
  const { host = '127.0.0.1', path = '/token', allowedHosts = [], log = toStandardError } = options
  // Before it listens: what cannot work takes no port.
  configuredRelay(options)
  const address = await addressOf(host)
  if (!isThisMachineOnly(address) && (options.allowedOrigins.length === 0 || allowedHosts.length === 0)) {
    throw configurationError(
      `HOST is ${address}, which others reach. To listen there, list allowedOrigins and allowedHosts.`,
    )
  }
  const server = await serve(
    ({ ownHosts }) => {
      const known = { ...options, log, allowedHosts: [...allowedHosts, ...ownHosts] }
      const relay = configuredRelay(known)
      const nothing = nothingHere(known)
      return (request, context) =>
        (new URL(request.url).pathname === path ? relay : nothing)(request, context)
    },
    { ...options, port: options.port ?? 8787 },
  )
  return { url: server.url + path, port: server.port, close: server.close }
}
