import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Answers a request of Node's own server, of a method without a body, by a fetch-style handler. A caller that leaves ends
 * the handler's work.
 *
 * @param {import('@waraq/relay').Handler} handler
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} outgoing
 */
export async function answerBy(handler, incoming, outgoing) {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  const { method = 'GET', headersDistinct, socket } = incoming
  const headers = Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')])
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
  const request = new Request(url, { method, headers: Object.fromEntries(headers), signal: left.signal })
  const answer = await handler(request, { address: socket.remoteAddress })
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (!answer.body) return void outgoing.end()
  // What breaks off on either side ends the connection: the caller sees that the answer is not whole.
  await pipeline(
    Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (answer.body)),
    outgoing,
  ).catch(() => outgoing.destroy())
}
