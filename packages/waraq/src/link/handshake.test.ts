import { systemClock } from '../client/clock.ts'
import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { performHandshake } from './handshake.ts'
import { sampleProtocol } from './scripted-callee.test-support.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const settings = {
  protocol: sampleProtocol,
  options: { name: 'sample' },
  handshakeMs: 60_000,
  clock: systemClock,
}

/** A worker that replies to every message with this value. */
class Replying extends EventTarget {
  readonly #value: unknown
  readonly heard: unknown[] = []
  portClosed: Promise<void> | undefined

  constructor(value: unknown) {
    super()
    this.#value = value
  }

  postMessage(message: unknown, ports: Transferable[]): void {
    const { id, argumentList } = structuredClone(message, { transfer: ports }) as {
      readonly id: string
      readonly argumentList: { readonly value: unknown }[]
    }
    this.heard.push(argumentList.map(({ value }) => value))
    const port = argumentList[2]!.value as MessagePort
    this.portClosed = new Promise((resolve) => port.addEventListener('close', () => resolve()))
    const data = { id, type: 'RAW', value: this.#value }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

function listenersOf(worker: EventTarget): number {
  return ['message', 'messageerror', 'error'].flatMap((type) => getEventListeners(worker, type)).length
}

describe('the handshake', () => {
  it('is one message; no listener stays on the worker', async () => {
    const worker = new Replying({ ok: true, value: { lifeLock: 'x' } })
    const { port, lifeLock } = await performHandshake(worker as unknown as Worker, settings, undefined)
    expect(lifeLock).toBe('x')
    expect(worker.heard).toEqual([[sampleProtocol.version, settings.options, expect.anything()]])
    expect(listenersOf(worker)).toBe(0)
    port.close()
    // Comlink would release a proxy that was collected as garbage, and the worker would stop listening.
    for (let round = 0; round < 3; round += 1) {
      collectGarbage()
      await settle()
    }
    expect(worker.heard).toHaveLength(1)
  })

  it('that is refused closes the port that went with it', async () => {
    const worker = new Replying({ ok: false, error: { name: 'WaraqError', code: 'x', message: 'y' } })
    const hands = performHandshake(worker as unknown as Worker, settings, undefined)
    await expect(hands).rejects.toMatchObject({ code: 'x' })
    await worker.portClosed
    expect(listenersOf(worker)).toBe(0)
  })

  it.each([
    [true, /^This device is offline/, { offline: true }],
    [false, /worker-src/, {}],
  ])(
    'tells a file that is not here offline (%s) from one that is not served',
    async (offline, message, details) => {
      const worker = Object.assign(new EventTarget(), { postMessage: () => undefined })
      const hands = performHandshake(
        worker as unknown as Worker,
        { ...settings, isOffline: () => offline },
        undefined,
      )
      worker.dispatchEvent(new Event('error'))
      await expect(hands).rejects.toMatchObject({
        code: 'worker_failed',
        message: expect.stringMatching(message),
        details,
      })
    },
  )

  it('ends when its caller stops waiting', async () => {
    const worker = Object.assign(new EventTarget(), { postMessage: () => undefined })
    const closing = new AbortController()
    const hands = performHandshake(worker as unknown as Worker, settings, closing.signal)
    closing.abort()
    await expect(hands).rejects.toMatchObject({ code: 'engine_closed' })
    expect(listenersOf(worker)).toBe(0)
  })
})
