import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { createAdaptorServer } from '@hono/node-server'
import { refusalAnswer } from './answers.ts'
import { systemClock } from './clock.ts'
import { logLine } from './log-line.ts'
import type { RelayLog } from './log.ts'
import type { NodeRelayOptions } from './node-options.ts'
import { configurationError } from './options.ts'
import { refusalTeller } from './refusals.ts'
import { configuredRelay } from './relay.ts'

export type { NodeRelayOptions } from './node-options.ts'
export { issuerPresets, relayOptionsFromEnvironment } from './environment.ts'

export interface RunningTokenRelay {
  /** Where to send token requests. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

const toStandardError: RelayLog = (entry) => process.stderr.write(`${logLine(entry, Date.now())}\n`)

const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]', ''])

/**
 * Runs the relay by itself, on this machine only unless told otherwise, and tells standard error what happens. Checks
 * `Host`: a foreign name that was made to point here must not pass for our own origin.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export async function startTokenRelay(options: NodeRelayOptions): Promise<RunningTokenRelay> {
  const { host = '127.0.0.1', path = '/token', allowedHosts = [], log = toStandardError } = options
  const relay = configuredRelay({ ...options, log })
  if (anyAddress.has(host) && (options.allowedOrigins.length === 0 || allowedHosts.length === 0)) {
    throw configurationError('To listen on every address, list allowedOrigins and allowedHosts.')
  }
  const tellRefusal = refusalTeller(log, options.clock ?? systemClock)
  const hosts = new Set(allowedHosts.map((name) => name.toLowerCase()))
  const server = createAdaptorServer({
    fetch: (request: Request) => {
      const known = hosts.has(request.headers.get('host')?.toLowerCase() ?? '')
      if (known && new URL(request.url).pathname === path) return relay(request)
      tellRefusal(known ? 'path' : 'host')
      return refusalAnswer(null)
    },
    // Slow senders are cut off: the largest request that the relay takes is tiny.
    serverOptions: {
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
    },
  }) as Server
  await listening(server, options.port ?? 8787, host)
  const { port } = server.address() as AddressInfo
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  for (const own of [name, 'localhost', '127.0.0.1', '[::1]'])
    if (!anyAddress.has(own)) hosts.add(`${own}:${port}`)
  return {
    url: `http://${anyAddress.has(host) ? 'localhost' : name}:${port}${path}`,
    port,
    close: () => closed(server),
  }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}
