import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { JsonObject } from '@waraq/protocol'
import type { ClientSetting, OpenClient } from './adapter.ts'

/** A reply of the command: a line of JSON. */
interface Answer {
  readonly id: number
  readonly rows?: readonly JsonObject[]
  readonly error?: string
}

const tokenPath = '/token'

/** Forwards a response as it arrives. If the response breaks, breaks the connection too. */
async function passOn(answer: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  try {
    for await (const chunk of answer.body ?? []) outgoing.write(chunk)
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

/** Serves one tab on a port of this machine, because a process has no other way to send requests. */
async function serve({ contentRoot, fetch: ask, accessToken }: ClientSetting): Promise<Server> {
  const answer = async ({ url = '', headers }: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (url === tokenPath) return passOn(Response.json(await accessToken()), outgoing)
    const sent = new Headers()
    for (const name of ['x-auth-token', 'x-client-id']) {
      const value = headers[name]
      if (typeof value === 'string') sent.set(name, value)
    }
    return passOn(await ask(new URL(contentRoot).origin + url, { headers: sent }), outgoing)
  }
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Calls to a process, as lines of JSON. */
class Calls {
  readonly #child: ChildProcess
  readonly #open = new Map<number, (answer: Answer) => void>()
  #made = 0
  /** The reason why calls no longer get a reply. */
  #over: string | undefined

  constructor(child: ChildProcess) {
    this.#child = child
    createInterface({ input: child.stdout! }).on('line', (line) => this.#hear(line))
    // A process that is ending does not reply to pending calls.
    child.stdin!.on('error', () => undefined)
    child.on('error', (error) => this.#endAll(String(error)))
    child.on('exit', (code) => this.#endAll(`the command ended with ${code ?? 'a signal'}`))
  }

  #hear(line: string): void {
    if (!line.startsWith('{')) return
    const answer = JSON.parse(line) as Answer
    this.#open.get(answer.id)?.(answer)
    this.#open.delete(answer.id)
  }

  #endAll(error: string): void {
    this.#over ??= error
    for (const [id, end] of this.#open) end({ id, error })
    this.#open.clear()
  }

  make(call: string, more: object = {}): Promise<Answer> {
    if (this.#over !== undefined) return Promise.reject(new Error(`${call}: ${this.#over}`))
    const id = ++this.#made
    return new Promise((resolve, reject) => {
      this.#open.set(id, (answer) =>
        answer.error === undefined ? resolve(answer) : reject(new Error(`${call}: ${answer.error}`)),
      )
      this.#child.stdin!.write(`${JSON.stringify({ id, call, ...more })}\n`)
    })
  }
}

/**
 * Opens a client as a separate process for each tab: in any language, and ended by a signal that no process can delay. Its data
 * is stored in a folder below `folder`.
 */
export function openByCommand([name, ...args]: readonly string[], folder: string): OpenClient {
  return async (setting) => {
    const storage = join(folder, setting.storage)
    await mkdir(storage, { recursive: true })
    const server = await serve(setting)
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const child = spawn(name!, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        WARAQ_CONTENT_ROOT: root + new URL(setting.contentRoot).pathname,
        WARAQ_TOKEN_URL: root + tokenPath,
        WARAQ_FILTER: setting.filter,
        WARAQ_STORAGE: storage,
      },
    })
    const gone = new Promise<void>((resolve) => {
      child.on('exit', () => resolve())
      child.on('error', () => resolve())
    })
    const end = () => {
      child.kill('SIGKILL')
      server.close()
      server.closeAllConnections()
    }
    setting.killed.addEventListener('abort', end)
    const calls = new Calls(child)
    return {
      sync: () => calls.make('sync'),
      rows: async (resource) => (await calls.make('rows', { resource })).rows ?? [],
      close: async () => {
        // A command that closes by ending sends no reply.
        await Promise.race([calls.make('close').catch(() => undefined), gone])
        end()
        await gone
      },
    }
  }
}
