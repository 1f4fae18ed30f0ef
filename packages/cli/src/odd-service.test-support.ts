import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import {
  createSandbox,
  sandboxClientId,
  sandboxClientSecret,
  type Sandbox,
  type SandboxOptions,
} from '@waraq/sandbox'
import { onTestFinished } from 'vitest'
import { bringTo } from './service/sandbox-service.ts'
import type { Service } from './service/service.ts'

/** Stands before the sandbox and answers in its place, or changes what it answers. */
export type Oddity = (
  request: Request,
  ask: (request: Request) => Promise<Response>,
) => Response | Promise<Response>

/** A service over HTTP, until the end of the test. */
export async function serve(
  oddity: Oddity = (request, ask) => ask(request),
  options: SandboxOptions = {},
): Promise<Service & { readonly sandbox: Sandbox }> {
  const sandbox = createSandbox({ content: 'small', gzip: true, ...options })
  const server = createServer(
    getRequestListener(async (request) => oddity(request, (asked) => sandbox.fetch(asked)), {
      overrideGlobalObjects: false,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    sandbox,
    contentRoot: `${url}/content`,
    issuer: { authUrl: url, clientId: sandboxClientId, clientSecret: sandboxClientSecret },
    bring: bringTo(sandbox),
  }
}

/** The answer with other headers; null takes one away. */
export function withHeaders(answer: Response, changed: Readonly<Record<string, string | null>>): Response {
  const headers = new Headers(answer.headers)
  for (const [name, value] of Object.entries(changed))
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  return new Response(answer.body, { status: answer.status, headers })
}

/** The answer with another body of JSON, where it has one. */
export async function withJson<T>(answer: Response, change: (body: T) => unknown): Promise<Response> {
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  const body = change((await answer.json()) as T)
  return new Response(JSON.stringify(body), { status: answer.status, headers })
}

export const isToken = ({ url }: Request) => new URL(url).pathname === '/oauth2/token'
export const isContent = ({ url, method }: Request) =>
  method === 'GET' && new URL(url).pathname.startsWith('/content/')
export const isSync = (request: Request) =>
  isContent(request) && new URL(request.url).pathname.endsWith('/sync')
export const isSnapshot = (request: Request) => isContent(request) && request.url.includes('/snapshots/')
export const parameter = ({ url }: Request, name: string) => new URL(url).searchParams.get(name)

export const bodyOf = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Answers for the sandbox where the request fits; with the CORS headers that its own answers have. */
export const instead =
  (fits: (request: Request) => boolean, answer: (request: Request) => Response): Oddity =>
  (request, ask) =>
    fits(request)
      ? withHeaders(answer(request), {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'Date, Retry-After',
        })
      : ask(request)

/** Changes what the sandbox answers to requests that fit. */
export const changed =
  (fits: (request: Request) => boolean, change: (answer: Response) => Response | Promise<Response>): Oddity =>
  async (request, ask) => {
    const answer = await ask(request)
    return fits(request) ? change(answer) : answer
  }
