import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A slow line between a browser and everything it asks: an HTTP proxy with a round trip, and one rate for all that comes down.
 * The browser's own throttling is set for each page, worker and service worker by itself, so that each would have a whole line of
 * its own. Connecting takes another round trip. TLS, lost packets and the slow begin of TCP are not imitated.
 *
 * @typedef {{ readonly bitsPerSecond: number, readonly roundTripMs: number }} Speed
 * @typedef {{ readonly url: string, readonly kind: string, readonly at: number, first: number, end: number, bytes: number, status: number }} Asked
 */

/** @type {Readonly<Record<string, Speed>>} */
export const lines = {
  'slow-3g': { bitsPerSecond: 750_000, roundTripMs: 300 },
  'slow-4g': { bitsPerSecond: 1_600_000, roundTripMs: 150 },
  '4g': { bitsPerSecond: 9_000_000, roundTripMs: 85 },
}

/** Bytes that one answer sends before another has its turn. */
const sliceBytes = 4096

/** @param {Speed} speed */
export async function openLine({ bitsPerSecond, roundTripMs }) {
  /** Times are milliseconds since the epoch. @type {Asked[]} */
  const asked = []
  const connected = new WeakSet()
  /** When all is sent that the line was given so far. */
  let freeAt = 0

  /** @param {number} bytes */
  const send = async (bytes) => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes * 8_000) / bitsPerSecond
    await sleep(freeAt - performance.now())
  }

  /** @type {import('node:http').RequestListener} */
  const pass = async (request, response) => {
    const { url = '', method, headers, socket } = request
    const kind = String(headers['sec-fetch-dest'] ?? 'other')
    const entry = { url, kind, at: Date.now(), first: NaN, end: NaN, bytes: 0, status: 0 }
    asked.push(entry)
    const trips = connected.has(socket) ? 1 : 2
    connected.add(socket)
    await sleep(trips * roundTripMs)
    const onward = ask(url, { method, headers })
    request.pipe(onward)
    response.once('close', () => onward.destroy())
    try {
      const [answer] = /** @type {[import('node:http').IncomingMessage]} */ (await once(onward, 'response'))
      entry.status = answer.statusCode ?? 0
      entry.first = Date.now()
      response.writeHead(entry.status, answer.headers)
      response.flushHeaders()
      for await (const chunk of answer)
        for (let from = 0; from < chunk.length; from += sliceBytes) {
          const slice = chunk.subarray(from, from + sliceBytes)
          await send(slice.length)
          entry.bytes += slice.length
          response.write(slice)
        }
      response.end()
    } catch {
      // The browser has left, or the server; the other one learns it as it would without a proxy.
      response.destroy()
    }
    entry.end = Date.now()
  }
  const server = createServer((request, response) => void pass(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    /** For a browser; loopback goes through it, too. */
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' },
    asked,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
