/** An application's own server: its page, and the proxy that signs its users in and asks for them. */
import { createUserDataProxy, type UserDataProxyOptions } from '@waraq/relay'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { StaticFile } from '../browser/bundle.ts'

export interface BackendOptions extends Omit<UserDataProxyOptions, 'allowedOrigins' | 'path'> {
  /** Further files to serve, by path: the application's page and its scripts. */
  readonly files?: ReadonlyMap<string, StaticFile>
  /** This machine's name in its address. Browsers take `localhost` and `127.0.0.1` for two sites. Default `127.0.0.1`. */
  readonly host?: string
}

export interface Backend {
  readonly url: string
  close(): Promise<void>
}

/** Serves an application on this machine. */
export async function startBackend({
  files,
  host = '127.0.0.1',
  ...options
}: BackendOptions): Promise<Backend> {
  const proxy = createUserDataProxy({ ...options, allowedOrigins: [], limits: false })
  const app = new Hono()
  app.all('/user/*', (c) => proxy(c.req.raw))
  app.get('*', (c) => {
    const file = files?.get(c.req.path)
    if (!file) return c.notFound()
    return c.body(file.text, 200, {
      'content-type': file.type,
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'",
    })
  })
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
