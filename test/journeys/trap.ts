import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback that only notes who comes: nothing that is harmless ever asks it for anything. */
export class Trap {
  readonly #server: Server
  /** Paths that were asked for, such as `/image`. */
  readonly caught: string[] = []

  private constructor() {
    this.#server = createServer((request, response) => {
      this.caught.push(request.url ?? '')
      response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
    })
  }

  static async set(): Promise<Trap> {
    const trap = new Trap()
    trap.#server.listen(0, '127.0.0.1')
    await once(trap.#server, 'listening')
    return trap
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
