import { once } from 'node:events'
import { createServer } from 'node:http'
import { securityHeaders } from './security-headers.mjs'

/**
 * @typedef {{ readonly contentRoot: string, readonly relay: import('waraq/client').RelayOption, readonly user?: string, readonly admin?: string, readonly audio?: readonly string[], readonly fonts?: readonly string[] }} ReaderConfig
 * @typedef {{ readonly path: string, readonly listener: import('@waraq/relay/node').NodeListener }} Mounted
 */

/** The address of a relay. A relative address is on the reader's own origin. @param {import('waraq/client').RelayOption} relay */
export const addressOf = (relay) =>
  typeof relay === 'string' ? relay : 'proxy' in relay ? relay.proxy : relay.tokens

/**
 * Returns the encodings that an `Accept-Encoding` header accepts. Encodings with a weight of zero are left out.
 *
 * @param {string | string[] | undefined} header
 */
function acceptedEncodings(header) {
  const given = String(header ?? '').split(',')
  const refused = /;\s*q=0(?:\.0*)?\s*$/
  return new Set(given.filter((each) => !refused.test(each)).map((each) => each.split(';', 1)[0]?.trim()))
}

/**
 * Returns the file in the best encoding that the request accepts. `Vary` tells caches in between that other encodings
 * exist.
 *
 * @param {import('./built-files.mjs').BuiltFile} file
 * @param {import('node:http').IncomingHttpHeaders} asked
 * @returns {{ readonly headers: Record<string, string>, readonly body: Buffer }}
 */
function encoded({ body, type, caching, compressed = new Map() }, asked) {
  const headers = { 'Content-Type': type, 'Cache-Control': caching }
  if (compressed.size === 0) return { headers, body }
  const accepted = acceptedEncodings(asked['accept-encoding'])
  const found = [...compressed].find(([name]) => accepted.has(name))
  const varying = { ...headers, Vary: 'Accept-Encoding' }
  return found
    ? { headers: { ...varying, 'Content-Encoding': found[0] }, body: found[1] }
    : { headers: varying, body }
}

/**
 * Creates the reader's own server. It serves the built files and `/config.json`, which contains the addresses of the
 * service, of the relay and, if the service is a sandbox, of its admin endpoint. The server can also be the relay and the
 * backend for user data.
 *
 * @param {Map<string, import('./built-files.mjs').BuiltFile>} files
 */
export function createReaderServer(files) {
  /** @type {ReaderConfig | undefined} */
  let config
  /** @type {readonly Mounted[]} */
  let own = []
  /** @type {Record<string, string>} */
  let common = {}

  const server = createServer((request, response) => {
    /** @param {number} status @param {Record<string, string>} headers @param {string | Buffer} body */
    const answer = (status, headers, body) => {
      response.writeHead(status, { ...common, ...headers, 'Content-Length': Buffer.byteLength(body) })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    const text = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
    if (!config) return answer(503, { ...text, 'Retry-After': '1' }, 'The demo is starting.')
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    const handler = own.find((each) => path.startsWith(`${each.path}/`))
    if (handler) return void handler.listener(request, response)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(405, { ...text, Allow: 'GET, HEAD' }, 'Only GET and HEAD work here.')
    }
    if (path === '/config.json') {
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
      return answer(200, headers, JSON.stringify(config))
    }
    const file = files.get(path)
    if (!file) return answer(404, text, 'There is nothing here.')
    const { headers, body } = encoded(file, request.headers)
    return answer(200, headers, body)
  })

  return {
    /**
     * Listens on loopback only. Port 0 takes a free port.
     * @param {number} port
     * @returns {Promise<number>} the port taken
     */
    async listen(port) {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return /** @type {import('node:net').AddressInfo} */ (server.address()).port
    },
    /** @param {ReaderConfig} services @param {readonly Mounted[]} [mounted] */
    serve(services, mounted = []) {
      config = services
      own = mounted
      const addresses = [
        services.contentRoot,
        addressOf(services.relay),
        ...(services.admin ? [services.admin] : []),
        ...(services.fonts ?? []),
      ]
      /** @param {readonly string[]} given */
      const originsOf = (given) => [
        ...new Set(
          given.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin),
        ),
      ]
      common = securityHeaders(originsOf(addresses), originsOf(services.audio ?? []))
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
