import { startRelay, type NodeRelayOptions } from '@waraq/relay/node'
import { sandboxClientId, sandboxClientSecret } from '../options.ts'
import type { Sandbox } from '../sandbox.ts'

export { sandboxListener, sandboxServer } from './sandbox-server.ts'

/**
 * A first sequence for a sandbox that is restarted: it forgets its log, and must not fall behind what browsers have already seen.
 */
export const sequenceOfNow = (): number => Math.floor(Date.now() / 1000)

/** 0 or none takes a free one. */
export interface ServicePorts {
  readonly sandbox?: number | undefined
  readonly relay?: number | undefined
}

export interface ServicesOptions {
  /** Origins of pages that get tokens, such as `http://localhost:5173`. */
  readonly origins: readonly string[]
  readonly ports?: ServicePorts | undefined
  /** Gets the relay's log. Default: standard error. */
  readonly log?: NodeRelayOptions['log']
}

/** The services that an application needs, on this machine only. */
export interface RunningServices {
  readonly contentRoot: string
  /** What relative addresses of recordings are below. */
  readonly recordingsBase: string
  /** Address of the token relay. */
  readonly relay: string
  /** Root of the sandbox's admin endpoint. */
  readonly admin: string
  /** How a server of the application reaches the service: variables as `waraq-relay` and `waraq doctor` take them. */
  readonly environment: Readonly<Record<`WARAQ_${string}`, string>>
  readonly ports: { readonly sandbox: number; readonly relay: number }
  /** Stops both; the sandbox keeps its content. */
  close(): Promise<void>
}

/** Puts a sandbox on a socket and starts a token relay for it. */
export async function startServices(
  sandbox: Sandbox,
  { origins, ports = {}, log }: ServicesOptions,
): Promise<RunningServices> {
  const service = await sandbox.listen(ports.sandbox ?? 0)
  try {
    const relay = await startRelay({
      authUrl: service.authUrl,
      clientId: sandboxClientId,
      // The secret stays in this process; pages get short-lived tokens.
      clientSecret: sandboxClientSecret,
      allowedOrigins: origins,
      // Sandbox content is public. A real relay asks here whether the caller is a reader of its own.
      authorize: 'everyone',
      port: ports.relay ?? 0,
      log,
    })
    return {
      contentRoot: service.contentRoot,
      recordingsBase: service.recordingsBase,
      relay: relay.tokens,
      admin: `${service.url}/admin`,
      environment: {
        WARAQ_AUTH_URL: service.authUrl,
        WARAQ_CONTENT_ROOT: service.contentRoot,
        WARAQ_CLIENT_ID: sandboxClientId,
        WARAQ_CLIENT_SECRET: sandboxClientSecret,
      },
      ports: { sandbox: Number(new URL(service.url).port), relay: relay.port },
      close: async () => void (await Promise.all([service.close(), relay.close()])),
    }
  } catch (error) {
    await service.close()
    throw error
  }
}
