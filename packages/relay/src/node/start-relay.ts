import process from 'node:process'
import { nothingHere } from '../access/guard.ts'
import type { Handler } from '../access/options.ts'
import { systemClock } from '../clock.ts'
import { configurationError } from '../configuration.ts'
import { configuredContentProxy } from '../content-proxy.ts'
import type { RelayLog, RelayLogEntry } from '../events/log.ts'
import { memoryStore } from '../store/memory-store.ts'
import { configuredRelay } from '../token-relay.ts'
import { relayMetrics, type RelayMetrics } from './metrics.ts'
import type { NodeRelayOptions, RelayMode } from './node-options.ts'
import { addressOf, isThisMachineOnly, serve } from './serve.ts'

export interface RunningRelay {
  /** Address of the token relay, if `modes` include it. */
  readonly tokens: string
  /** Address of the content proxy, if `modes` include it; without a slash at the end. */
  readonly proxy: string
  /** Address of `/health`, `/ready` and `/metrics`, without a slash at the end. */
  readonly admin: string | undefined
  /** Whether other machines can reach `admin`, which has no authentication. */
  readonly isAdminOpen: boolean
  readonly port: number
  /** Accepts no more requests; resolves when those in flight have ended, after `drainMs` (5 seconds by default) at most. */
  close(): Promise<void>
}

const toStandardError: RelayLog = (entry) => process.stderr.write(`${logLine(entry, Date.now())}\n`)

const tokenPath = '/token'
const proxyPath = '/content'

/** @throws {WaraqError} `invalid_relay_configuration` */
function handlersOf(options: NodeRelayOptions): Partial<Record<RelayMode, Handler>> {
  const { modes = ['tokens'], contentRoot = '' } = options
  return {
    ...(modes.includes('tokens') ? { tokens: configuredRelay(options) } : {}),
    ...(modes.includes('proxy')
      ? { proxy: configuredContentProxy({ ...options, contentRoot, path: proxyPath, sameOrigin: true }) }
      : {}),
  }
}

/**
 * Runs the relay as a standalone server, by default for this machine only, and logs to standard error. It checks `Host`,
 * because a foreign name that was made to point here must not pass for our own origin. An address that other machines can reach
 * needs `allowedOrigins` and `allowedHosts`.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export async function startRelay(options: NodeRelayOptions): Promise<RunningRelay> {
  const { host = '127.0.0.1', allowedHosts = [], log = toStandardError, clock = systemClock } = options
  // Checked before listening: a configuration that cannot work takes no port.
  handlersOf(options)
  const address = await addressOf(host)
  if (!isThisMachineOnly(address) && (options.allowedOrigins.length === 0 || allowedHosts.length === 0)) {
    throw configurationError(
      `HOST is ${address}, which others reach. To listen there, list allowedOrigins and allowedHosts.`,
    )
  }
  const metrics = relayMetrics(clock)
  const { logShare = 0, random = Math.random } = options
  const observe: RelayLog = (entry) => {
    metrics.observe(entry)
    if (entry.event === 'answered' && random() < logShare) log(entry)
    options.observe?.(entry)
  }
  let isEnding = false
  const server = await serve(
    ({ ownHosts }) => {
      const known = { ...options, log, observe, allowedHosts: [...allowedHosts, ...ownHosts] }
      // If both modes are on, they share one token.
      const { tokens, proxy } = handlersOf({ ...known, store: options.store ?? memoryStore(clock) })
      const nothing = nothingHere(known)
      return (request, context) => {
        const { pathname } = new URL(request.url)
        const isContent = pathname.startsWith(`${proxyPath}/`)
        const handler = pathname === tokenPath ? tokens : isContent ? proxy : undefined
        return (handler ?? nothing)(request, context)
      }
    },
    { ...options, port: options.port ?? 8787 },
  )
  const admin =
    options.admin &&
    (await serve(
      ({ address: own, ownHosts }) =>
        adminHandler(metrics, () => isEnding, isThisMachineOnly(own) ? ownHosts : undefined),
      options.admin,
    ).catch(async (error: unknown) => {
      await server.close()
      throw error
    }))
  return {
    tokens: server.url + tokenPath,
    proxy: server.url + proxyPath,
    admin: admin?.url,
    isAdminOpen: admin !== undefined && !isThisMachineOnly(admin.address),
    port: server.port,
    close: async () => {
      isEnding = true
      await server.close()
      await admin?.close()
    },
  }
}

/** The step that the operator has to take, because the relay cannot. */
function remedyOf(entry: RelayLogEntry): string | undefined {
  if (entry.event === 'issuer_refused')
    return 'Check client id, client secret, scope and issuer; asking again does not help.'
  if (entry.event !== 'refused' || entry.reason !== 'origin_unlisted') return undefined
  return 'If this page is yours, list its origin exactly so; localhost and 127.0.0.1 are two origins.'
}

/**
 * Formats an entry as a line of JSON, with the time `now` (milliseconds since the epoch) as a date, and with a remedy if the
 * operator has to act.
 */
export function logLine(entry: RelayLogEntry, now: number): string {
  return JSON.stringify({ time: new Date(now).toISOString(), ...entry, remedy: remedyOf(entry) })
}

/**
 * Creates the handler for the operator's tools, on a separate port that callers do not reach: `/health` (the process responds),
 * `/ready` (callers can be served; 503 otherwise, and while the server shuts down) and `/metrics`. `hosts`: the accepted values
 * of `Host`, if only this machine reaches the server. They keep out pages whose own name was made to point here.
 */
export function adminHandler(
  metrics: RelayMetrics,
  isEnding: () => boolean,
  hosts?: readonly string[],
): Handler {
  const text = (body: string, status = 200, type = 'text/plain; charset=utf-8') =>
    new Response(body, { status, headers: { 'content-type': type, 'cache-control': 'no-store' } })
  return async (request) => {
    if (hosts && !hosts.includes(request.headers.get('host')?.toLowerCase() ?? ''))
      return text('another host\n', 403)
    if (request.method !== 'GET') return text('method\n', 405)
    switch (new URL(request.url).pathname) {
      case '/health':
        return text('ok\n')
      case '/ready':
        return metrics.isReady() && !isEnding() ? text('ready\n') : text('not ready\n', 503)
      case '/metrics':
        return text(await metrics.text(), 200, metrics.contentType)
      default:
        return text('nothing here\n', 404)
    }
  }
}
