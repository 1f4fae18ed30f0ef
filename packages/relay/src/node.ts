import type { Server } from 'node:http'
import { lookup } from 'node:dns/promises'
import { isIPv6, type AddressInfo } from 'node:net'
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
  /** Takes no more requests; resolves when those in flight have ended, after five seconds at most. */
  close(): Promise<void>
}

const toStandardError: RelayLog = (entry) => process.stderr.write(`${logLine(entry, Date.now())}\n`)

/** How long requests in flight may take to end when the relay does. */
const drainMs = 5_000

/**
 * The address that a host name stands for, as the system has it: `0`, `0x0` and `::0` are every address, too.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
async function addressOf(host: string): Promise<string> {
  try {
    return (await lookup(host.replace(/^\[(.*)\]$/, '$1'))).address
  } catch {
    throw configurationError('HOST names no address of this machine.')
  }
}

const isThisMachineOnly = (address: string) => address.startsWith('127.') || address === '::1'
const isEvery = (address: string) => address === '0.0.0.0' || address === '::'

/**
 * Runs the relay by itself, on this machine only unless told otherwise, and tells standard error what happens. Checks
 * `Host`: a foreign name that was made to point here must not pass for our own origin. An address that others reach needs both
 * lists.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export async function startTokenRelay(options: NodeRelayOptions): Promise<RunningTokenRelay> {
  const { host = '127.0.0.1', path = '/token', allowedHosts = [], log = toStandardError } = options
  const relay = configuredRelay({ ...options, log })
  const address = await addressOf(host)
  if (!isThisMachineOnly(address) && (options.allowedOrigins.length === 0 || allowedHosts.length === 0)) {
    throw configurationError(
      `HOST is ${address}, which others reach. To listen there, list allowedOrigins and allowedHosts.`,
    )
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
  await listening(server, options.port ?? 8787, address)
  const { port } = server.address() as AddressInfo
  const name = isEvery(address) ? 'localhost' : isIPv6(host) ? `[${host}]` : host.toLowerCase()
  for (const own of [name, 'localhost', '127.0.0.1', '[::1]']) hosts.add(`${own}:${port}`)
  return {
    url: `http://${name}:${port}${path}`,
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

/** Takes no more requests, and lets those in flight end. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const enough = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close((error) => {
      clearTimeout(enough)
      if (error) reject(error)
      else resolve()
    })
    server.closeIdleConnections()
  })
}
