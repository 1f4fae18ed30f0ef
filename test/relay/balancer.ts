import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { closed, listening } from './processes.ts'

export interface Balancer {
  readonly url: string
  /** Which server each request went to, by its number, with the request's path. */
  readonly served: readonly { readonly server: number; readonly path: string }[]
  /** Called with each part of a body before it is passed on. */
  onBytes: (server: number, path: string) => void
  close(): Promise<void>
}

/**
 * Stands before servers as a load balancer does: in turn, the next one where one takes no connection, and a broken answer where
 * one ends in the middle of it.
 */
export async function startBalancer(servers: readonly string[]): Promise<Balancer> {
  const served: { server: number; path: string }[] = []
  let turn = 0
  const balancer: Balancer = { url: '', served, onBytes: () => undefined, close: () => closed(server) }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tries: number): void {
    const index = (turn += 1) % servers.length
    const { hostname, port, host } = new URL(servers[index]!)
    const path = incoming.url ?? '/'
    const passed = send(
      { hostname, port, path, method: incoming.method, headers: { ...incoming.headers, host } },
      (answer) => {
        served.push({ server: index, path })
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('data', (chunk: Buffer) => {
          balancer.onBytes(index, path)
          outgoing.write(chunk)
        })
        answer.on('end', () => outgoing.end())
        answer.on('error', () => outgoing.destroy())
      },
    )
    outgoing.on('close', () => passed.destroy())
    passed.on('error', () => {
      if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy()
      if (tries > 1) return pass(incoming, outgoing, body, tries - 1)
      outgoing.writeHead(502).end()
    })
    passed.end(body)
  }

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => parts.push(chunk))
    incoming.on('end', () => pass(incoming, outgoing, Buffer.concat(parts), servers.length))
  })
  return Object.assign(balancer, { url: `http://127.0.0.1:${await listening(server)}` })
}
