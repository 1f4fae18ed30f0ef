/** Relays as processes of their own, made of the sources, and what stands around them. */
import { bundleModules } from '@waraq/test-support/bundle-modules'
import { freePort } from '@waraq/test-support/free-port'
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const secret = 'CANARY-SECRET-of-the-relay'
export const page = 'https://reader.example'

export interface Relay {
  /** Addresses of what its mode serves; empty where it does not. */
  readonly tokens: string
  readonly proxy: string
  readonly admin: string
  /** What it wrote so far. */
  output(): string
  readonly process: ChildProcess
  /** Resolves with its exit code, or the signal that ended it. */
  ended(): Promise<number | NodeJS.Signals | null>
  end(signal?: NodeJS.Signals): Promise<void>
}

/** Starts the command of the relay, and waits until it listens. */
export async function startRelayProcess(env: Readonly<Record<string, string>>): Promise<Relay> {
  const child = spawn(process.execPath, [await bundleModules('packages/relay/src/bin.ts', 'node')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      WARAQ_ADMIN_PORT: '0',
      WARAQ_CLIENT_ID: 'client-1',
      WARAQ_CLIENT_SECRET: secret,
      WARAQ_ALLOWED_ORIGINS: page,
      ...env,
    },
  })
  let output = ''
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  const address = (name: string) => new RegExp(`^${name}: (\\S+)$`, 'm').exec(output)?.[1]
  await new Promise<void>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk.toString()
      if (address('Health and metrics')) resolve()
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    void ended.then(() => reject(new Error(`The relay ended: ${output}`)))
  })
  return {
    tokens: address('Token relay') ?? '',
    proxy: address('Content proxy') ?? '',
    admin: address('Health and metrics')!,
    output: () => output,
    process: child,
    ended: () => ended,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
    },
  }
}

/** Asks as a page does. */
export const askToken = (relay: Pick<Relay, 'tokens'>, init: RequestInit & { body?: string } = {}) =>
  fetch(relay.tokens, {
    method: 'POST',
    body: '{}',
    ...init,
    headers: {
      origin: page,
      'content-type': 'application/json',
      'x-relay': '1',
      ...(init.headers as object),
    },
  })

export interface Issuer {
  readonly url: string
  /** When it was asked, in milliseconds of this process. */
  readonly asked: readonly number[]
  /** How it answers; a token by default. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  token(response: ServerResponse, lifeSeconds?: number): void
  close(): Promise<void>
}

/** A token issuer that does as it is told. */
export async function startIssuer(): Promise<Issuer> {
  const asked: number[] = []
  const issuer: Issuer = {
    url: '',
    asked,
    answer: (_, response) => issuer.token(response),
    token: (response, lifeSeconds = 3_600) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          access_token: `CANARY-TOKEN-${asked.length}`,
          expires_in: lifeSeconds,
          scope: 'content',
        }),
      )
    },
    close: () => closed(server),
  }
  const server = createServer((request, response) => {
    asked.push(performance.now())
    request.resume()
    request.on('end', () => issuer.answer(request, response))
  })
  return Object.assign(issuer, { url: `http://127.0.0.1:${await listening(server)}` })
}

export function listening(server: Pick<Server, 'listen' | 'address' | 'once'>): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

export interface Redis {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Takes connections and answers nothing. */
  freeze(): void
  thaw(): void
  /** Sends a command, and gives the text that it answers. */
  command(...words: string[]): Promise<string>
}

/** Debian's Redis, in the memory of a process of its own. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const redis: Redis = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      child = spawn('redis-server', [
        '--port',
        String(port),
        '--save',
        '',
        '--appendonly',
        'no',
        '--bind',
        '127.0.0.1',
      ])
      const started = child
      await new Promise<void>((resolve, reject) => {
        started.stdout!.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('Ready to accept connections')) resolve()
        })
        started.once('exit', () => reject(new Error('redis-server ended')))
        started.once('error', reject)
      })
    },
    stop: async () => {
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      const gone = new Promise((resolve) => ending.once('exit', resolve))
      ending.kill('SIGKILL')
      await gone
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    command: (...words) =>
      new Promise((resolve, reject) => {
        const cli = spawn('redis-cli', ['-p', String(port), ...words])
        let output = ''
        cli.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
        cli.once('error', reject)
        cli.once('exit', () => resolve(output.trim()))
      }),
  }
  await redis.start()
  return redis
}
