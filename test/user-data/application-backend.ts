/** An application's own server: its page, and the proxy that signs its users in and sends their requests. */
import { createUserDataProxy, type UserDataProxyOptions } from '@waraq/relay'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { StaticFile } from '../browser/bundle.ts'

export interface BackendOptions extends Omit<UserDataProxyOptions, 'allowedOrigins' | 'path' | 'publicUrl'> {
  /** Further files to serve, by path: the application's page and its scripts. */
  readonly files?: ReadonlyMap<string, StaticFile>
  /** The host name in its address. Browsers treat `localhost` and `127.0.0.1` as two sites. Default `127.0.0.1`. */
  readonly host?: string
  /** Serves over TLS, which browsers require for a cookie that is bound to a host with its own name. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export interface Backend {
  readonly url: string
  close(): Promise<void>
}

/** Serves an application on this machine. */
export async function startBackend({
  files,
  host = '127.0.0.1',
  tls,
  ...options
}: BackendOptions): Promise<Backend> {
  const app = new Hono()
  const listener: RequestListener = getRequestListener(app.fetch)
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `${tls ? 'https' : 'http'}://${host}:${(server.address() as AddressInfo).port}`
  const proxy = createUserDataProxy({
    ...options,
    publicUrl: `${url}/user`,
    allowedOrigins: [],
    limits: false,
  })
  app.all('/user/*', (c) => proxy(c.req.raw))
  app.get('*', (c) => {
    const file = files?.get(c.req.path)
    if (!file) return c.notFound()
    return c.body(file.text, 200, {
      'content-type': file.type,
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'",
    })
  })
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
