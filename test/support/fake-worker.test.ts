import { afterEach, describe, expect, test } from 'vitest'
import { FakeWorker } from './fake-worker.ts'
import { SharedLocks } from './locks.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** What arrives at one end, as it arrives. */
function heardAt(end: EventTarget): unknown[] {
  const heard: unknown[] = []
  end.addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  return heard
}

const open: MessagePort[] = []
afterEach(() => {
  for (const port of open.splice(0)) port.close()
})

/** A worker that was sent one end of a channel, and the page's end. */
async function withPort() {
  const worker = new FakeWorker(undefined)
  const { port1, port2 } = new MessageChannel()
  open.push(port1)
  const given: MessagePort[] = []
  worker.scope.addEventListener('message', (event) => given.push(...(event as MessageEvent).ports))
  worker.postMessage('a port', [port2])
  await turn()
  const [inside] = given
  if (!inside) throw new Error('No port arrived')
  const [heardInside, heardOutside] = [heardAt(inside), heardAt(port1)]
  inside.start()
  port1.start()
  return { worker, inside, outside: port1, heardInside, heardOutside }
}

describe('messages', () => {
  test('go both ways as copies, and never at once', async () => {
    const worker = new FakeWorker(undefined)
    const [inside, outside] = [heardAt(worker.scope), heardAt(worker)]
    const message = { deep: [1] }
    worker.postMessage(message)
    worker.scope.postMessage(message)
    expect([inside, outside]).toEqual([[], []])
    await turn()
    expect([inside, outside]).toEqual([[message], [message]])
    expect(inside[0]).not.toBe(message)
    expect(worker.heard).toBe(1)
  })

  test('that cannot be copied are refused where they are sent', () => {
    expect(() => new FakeWorker(undefined).postMessage(() => 1)).toThrow(DOMException)
  })

  test('take ports along, which go both ways', async () => {
    const { inside, outside, heardInside, heardOutside } = await withPort()
    outside.postMessage('in')
    inside.postMessage('out')
    await turn()
    await turn()
    expect([heardInside, heardOutside]).toEqual([['in'], ['out']])
  })

  test('take a port along inside of a message as well', async () => {
    const worker = new FakeWorker(undefined)
    const { port1, port2 } = new MessageChannel()
    open.push(port1)
    const inside = heardAt(worker.scope)
    worker.postMessage({ port: port2 }, [port2])
    await turn()
    expect(inside).toEqual([{ port: expect.any(MessagePort) as unknown }])
  })
})

describe.each([
  ['dead', (worker: FakeWorker) => worker.end()],
  ['hung', (worker: FakeWorker) => void (worker.hung = true)],
])('a worker that is %s', (_, harm) => {
  test('hears nothing and says nothing, neither by itself nor on a port', async () => {
    const { worker, inside, outside, heardInside, heardOutside } = await withPort()
    const [own, page] = [heardAt(worker.scope), heardAt(worker)]
    harm(worker)
    worker.postMessage('x')
    worker.scope.postMessage('x')
    outside.postMessage('x')
    inside.postMessage('x')
    await turn()
    await turn()
    expect([own, page, heardInside, heardOutside]).toEqual([[], [], [], []])
    expect(worker.heard).toBe(3)
  })
})

test('terminating ends it, and is counted', () => {
  const worker = new FakeWorker(undefined)
  worker.terminate()
  expect([worker.alive, worker.terminations]).toEqual([false, 1])
})

test('tells that the port was closed at the other end', async () => {
  const { worker, outside } = await withPort()
  outside.close()
  await worker.portClosed
})

test('its locks go to the next one when it dies', async () => {
  const shared = new SharedLocks()
  const worker = new FakeWorker(shared)
  void worker.locks!.request('life', {}, () => new Promise(() => undefined))
  const waited = shared.of({}).request('life', {}, () => 'it is gone')
  expect([...shared.names]).toEqual(['life'])
  worker.end()
  expect(await waited).toBe('it is gone')
})
