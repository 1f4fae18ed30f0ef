import { createServer, type Server } from 'node:http'
import { lookup } from 'node:dns/promises'
import { isIPv6, type AddressInfo } from 'node:net'
import type { Handler } from '../access/options.ts'
import { configurationError } from '../configuration.ts'
import { nodeListener } from './listener.ts'

/** Options for serving a handler on Node. */
export interface ServeOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined
  /** 0 selects a free one. */
  readonly port?: number | undefined
  /** Number of the operator's own proxies in front. They are trusted to report the caller's address. Default 0. */
  readonly trustedProxies?: number | undefined
  /** Whether the process serves nothing else. If so, it may replace `Request` and `Response` by faster ones. Default: no. */
  readonly ownsProcess?: boolean | undefined
  /** Milliseconds that requests in flight have to end when the server closes. Default 5,000. */
  readonly drainMs?: number | undefined
}

export interface RunningServer {
  /** The address as the system resolved it. */
  readonly address: string
  /** Without a path and without a slash at the end. */
  readonly url: string
  readonly port: number
  /** The values of `Host` that mean this server, derived from its address. */
  readonly ownHosts: readonly string[]
  /** Accepts no more requests; resolves when those in flight have ended. */
  close(): Promise<void>
}

/**
 * Returns the address of a host name, as the system resolves it: `0`, `0x0` and `::0` are every address, too.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export async function addressOf(host: string): Promise<string> {
  try {
    return (await lookup(host.replace(/^\[(.*)\]$/, '$1'))).address
  } catch {
    throw configurationError('HOST names no address of this machine.')
  }
}

export const isThisMachineOnly = (address: string) => address.startsWith('127.') || address === '::1'
const isEvery = (address: string) => address === '0.0.0.0' || address === '::'

/** Starts to listen, and then creates the handler, which may need the address. */
export async function serve(
  makeHandler: (server: RunningServer) => Handler,
  options: ServeOptions,
): Promise<RunningServer> {
  const { host = '127.0.0.1', trustedProxies = 0, drainMs = 5_000 } = options
  const address = await addressOf(host)
  let handler: Handler | undefined
  // Slow senders are cut off: the largest request that handlers accept is small.
  const limits = {
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16_384,
  }
  const server = createServer(
    limits,
    nodeListener((request, context) => handler!(request, context), {
      trustedProxies,
      ownsProcess: options.ownsProcess,
    }),
  )
  await listening(server, options.port ?? 0, address)
  const { port } = server.address() as AddressInfo
  const name = isEvery(address) ? 'localhost' : isIPv6(host) ? `[${host}]` : host.toLowerCase()
  const running: RunningServer = {
    address,
    url: `http://${name}:${port}`,
    port,
    ownHosts: [name, 'localhost', '127.0.0.1', '[::1]'].map((own) => `${own}:${port}`),
    close: () => closed(server, drainMs),
  }
  handler = makeHandler(running)
  return running
}

const sweepMs = 50

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Accepts no more requests, and lets those in flight end. */
function closed(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const enough = setTimeout(() => server.closeAllConnections(), drainMs)
    // A caller may keep its connection after the response, and would delay the end of the server.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    server.close((error) => {
      clearTimeout(enough)
      clearInterval(sweep)
      if (error) reject(error)
      else resolve()
    })
    server.closeIdleConnections()
  })
}
