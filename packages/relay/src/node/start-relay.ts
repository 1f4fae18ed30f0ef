import process from 'node:process'
import { nothingHere } from '../access/guard.ts'
import type { Handler } from '../access/options.ts'
import { systemClock } from '../clock.ts'
import { configurationError } from '../configuration.ts'
import { configuredContentProxy } from '../content-proxy.ts'
import { logLine } from '../events/log-line.ts'
import type { RelayLog } from '../events/log.ts'
import { memoryStore } from '../store/memory-store.ts'
import { configuredRelay } from '../token-relay.ts'
import { adminHandler } from './admin.ts'
import { relayMetrics } from './metrics.ts'
import type { NodeRelayOptions, RelayMode } from './node-options.ts'
import { addressOf, isThisMachineOnly, serve } from './serve.ts'

export interface RunningRelay {
  /** Address of the token relay, where `modes` have it. */
  readonly tokens: string
  /** Address of the content proxy, where `modes` have it; without a slash at the end. */
  readonly proxy: string
  /** Address of `/health`, `/ready` and `/metrics`, without a slash at the end. */
  readonly admin: string | undefined
  /** Whether other machines reach `admin`, which asks nobody who they are. */
  readonly isAdminOpen: boolean
  readonly port: number
  /** Takes no more requests; resolves when those in flight have ended, after five seconds at most. */
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
 * Runs the relay as a server of its own, by default for this machine only, and logs on standard error. It checks `Host`,
 * because a foreign name that was made to point here must not pass for our own origin. An address that other machines reach
 * needs `allowedOrigins` and `allowedHosts`.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export async function startRelay(options: NodeRelayOptions): Promise<RunningRelay> {
  const { host = '127.0.0.1', allowedHosts = [], log = toStandardError, clock = systemClock } = options
  // Checked before it listens: a configuration that cannot work takes no port.
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
      // With both, one token serves both.
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
