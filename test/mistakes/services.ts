import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RelayLog, RelayLogEntry } from '@waraq/relay'
import { startRelay } from '@waraq/relay/node'
import { createSandbox, sandboxClientId } from '@waraq/sandbox'
import { startServices } from '@waraq/sandbox/services'
import type { StaticFile } from '../browser/bundle.ts'

/** What a developer has running: a page, the services, and the servers of each mistake. */
export interface MistakenServices {
  readonly page: string
  /** The same page under a policy that allows no workers. */
  readonly strictPage: string
  readonly contentRoot: string
  readonly relay: string
  /** A relay with a secret that is not the client's. */
  readonly wrongSecret: string
  /** A relay whose list has another origin than the page's. */
  readonly unlisted: string
  /** A service whose answers no page of another origin may read. */
  readonly withoutCors: string
  /** A server that has no such page, and says so in HTML with status 200. */
  readonly html: string
  /** An address at which nothing listens. */
  readonly down: string
  /** What relays have told their operator so far. */
  readonly log: readonly RelayLogEntry[]
  close(): Promise<void>
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function startMistaken(files: ReadonlyMap<string, StaticFile>): Promise<MistakenServices> {
  const servers: Server[] = []
  const serve = async (server: Server) => {
    servers.push(server)
    return listening(server)
  }
  const log: RelayLogEntry[] = []
  const tell: RelayLog = (entry) => void log.push(entry)
  const page = await serve(
    createServer(({ url = '/' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://page')
      const file = files.get(pathname)
      if (searchParams.has('strict')) response.setHeader('content-security-policy', "worker-src 'none'")
      response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' })
      response.end(file?.text)
    }),
  )
  const sandbox = createSandbox({ content: 'small' })
  const services = await startServices(sandbox, { origins: [page], log: tell })
  const authUrl = new URL(services.contentRoot).origin
  const common = {
    authUrl,
    clientId: sandboxClientId,
    authorize: 'everyone' as const,
    port: 0,
    log: tell,
  }
  const wrongSecret = await startRelay({ ...common, clientSecret: 'wrong', allowedOrigins: [page] })
  const elsewhere = page.replace('127.0.0.1', 'localhost')
  const unlisted = await startRelay({ ...common, clientSecret: 'any', allowedOrigins: [elsewhere] })
  const closed = createServer()
  const down = await listening(closed)
  await new Promise((resolve) => closed.close(resolve))
  const closedToOthers = await createSandbox({ content: 'small', allowedOrigins: [] }).listen()
  return {
    page: `${page}/`,
    strictPage: `${page}/?strict`,
    contentRoot: services.contentRoot,
    relay: services.relay,
    wrongSecret: wrongSecret.tokens,
    unlisted: unlisted.tokens,
    withoutCors: closedToOthers.contentRoot,
    html: await serve(
      createServer((_, response) => {
        response.setHeader('access-control-allow-origin', '*')
        response.setHeader(
          'access-control-allow-headers',
          '*, content-type, x-relay, x-auth-token, x-client-id',
        )
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome</title>')
      }),
    ),
    down,
    log,
    close: async () => {
      for (const server of servers) server.close().closeAllConnections()
      await Promise.all([services, wrongSecret, unlisted, closedToOthers].map((each) => each.close()))
    },
  }
}
