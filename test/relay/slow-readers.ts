/** Callers at many addresses, each of which asks for a snapshot and reads nothing of it. */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ofPage, snapshotPath } from './ask.ts'

export interface SlowReaders {
  /** How many have an answer now. */
  readonly holding: number
  stop(): void
}

/**
 * They are told apart by `X-Forwarded-For`, so the relay has to trust one proxy. A caller that is refused or cut off comes back after a
 * second.
 */
export function slowReaders(proxy: string, count: number, addressAt: (n: number) => string): SlowReaders {
  const { host, hostname, port, pathname } = new URL(proxy)
  const holding = new Set<number>()
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  let isOver = false

  function begin(n: number): void {
    if (isOver) return
    const headers = { host, 'x-forwarded-for': addressAt(n), ...ofPage }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(Number(port), hostname)
    sockets.add(socket)
    socket.write(`GET ${pathname}${snapshotPath} HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.once('data', (chunk: Buffer) => {
      socket.pause()
      if (chunk.toString('latin1').startsWith('HTTP/1.1 200')) holding.add(n)
      else socket.destroy()
    })
    // A socket that reads nothing learns of its end when it writes.
    const look = setInterval(() => socket.write('\r\n'), 1_000)
    timers.add(look)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(look)
      holding.delete(n)
      sockets.delete(socket)
      timers.add(setTimeout(() => begin(n), 1_000))
    })
  }

  for (let n = 0; n < count; n += 1) begin(n)
  return {
    get holding() {
      return holding.size
    },
    stop: () => {
      isOver = true
      for (const timer of timers) clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}

export interface Waited {
  readonly refusals: number
  /** Milliseconds from the first try; undefined where there was no answer in time. */
  readonly firstByteMs: number | undefined
  readonly lastByteMs: number | undefined
  readonly bytes: number
}

/** A reader that reads as fast as it can, and comes back when it is told to. */
export async function honestReader(proxy: string, address: string, withinMs: number): Promise<Waited> {
  const began = performance.now()
  const spent = () => performance.now() - began
  for (let refusals = 0; spent() < withinMs; refusals += 1) {
    const answer = await new Promise<Waited | number>((resolve, reject) => {
      const headers = { ...ofPage, 'x-forwarded-for': address }
      const asking = request(proxy + snapshotPath, { agent: false, headers }, (response) => {
        let bytes = 0
        let firstByteMs: number | undefined
        response.on('data', (chunk: Buffer) => {
          firstByteMs ??= spent()
          bytes += chunk.length
        })
        response.on('error', reject)
        response.on('end', () =>
          resolve(
            response.statusCode === 200
              ? { refusals, firstByteMs, lastByteMs: spent(), bytes }
              : 1_000 * Number(response.headers['retry-after'] ?? 2),
          ),
        )
      })
      asking.on('error', reject)
      asking.end()
    })
    if (typeof answer !== 'number') return answer
    await sleep(answer)
  }
  return { refusals: Infinity, firstByteMs: undefined, lastByteMs: undefined, bytes: 0 }
}
