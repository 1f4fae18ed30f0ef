import { startRelay, type NodeRelayOptions, nodeListener, type NodeListener } from '@waraq/relay/node'
import { waraqServer, type Handler } from '@waraq/relay'
import { sandboxClientId, sandboxClientSecret } from '../options.ts'
import type { Sandbox } from '../sandbox.ts'

/**
 * A first sequence for a sandbox that is restarted. The sandbox loses its log, but must not fall behind the sequences that
 * browsers have already seen.
 */
export const sequenceOfNow = (): number => Math.floor(Date.now() / 1000)

/** 0 or undefined selects a free port. */
export interface ServicePorts {
  readonly sandbox?: number | undefined
  readonly relay?: number | undefined
}

export interface ServicesOptions {
  /** Origins of pages that get tokens, such as `http://localhost:5173`. */
  readonly origins: readonly string[]
  readonly ports?: ServicePorts | undefined
  /** Receives the relay's log. Default: standard error. */
  readonly log?: NodeRelayOptions['log']
}

/** The services that an application needs. They are reachable from this machine only. */
export interface RunningServices {
  readonly contentRoot: string
  /** The base of relative addresses of recordings. */
  readonly recordingsBase: string
  /** Address of the token relay. */
  readonly relay: string
  /** Root of the sandbox's admin endpoint. */
  readonly admin: string
  /** How a server of the application reaches the service: environment variables of `waraq-relay` and `waraq doctor`. */
  readonly environment: Readonly<Record<`WARAQ_${string}`, string>>
  readonly ports: { readonly sandbox: number; readonly relay: number }
  /** Stops both. The sandbox keeps its content. */
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
      // The secret stays in this process. Pages get short-lived tokens.
      clientSecret: sandboxClientSecret,
      allowedOrigins: origins,
      // Sandbox content is public. A real relay checks here whether the caller is one of its own readers.
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

/** A browser never requests this address: requests go to the sandbox in this process. */
const root = 'http://localhost'

/**
 * An application's server over a sandbox in the same process, below one path. It serves what `waraqServer` serves and, below
 * `sandbox`, the sandbox itself with its admin endpoint, recordings and fonts. It is for development servers: any page of
 * this machine may use it.
 */
export function sandboxServer(sandbox: Sandbox, path = '/waraq'): Handler {
  const server = waraqServer({
    path,
    authUrl: root,
    contentRoot: `${root}/content`,
    userRoot: root,
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    // Sandbox content is public. A real server checks here whether the caller is one of its own readers.
    authorize: 'everyone',
    limits: false,
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  })
  const own = `${path}/sandbox/`
  return (request, host) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(own)) return server(request, host)
    url.pathname = url.pathname.slice(own.length - 1)
    return sandbox.fetch(new Request(url, request))
  }
}

/** The same for a Node server, such as that of Vite. */
export const sandboxListener = (sandbox: Sandbox, path?: string): NodeListener =>
  nodeListener(sandboxServer(sandbox, path))
