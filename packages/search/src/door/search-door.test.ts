import { wrap, type Remote } from 'comlink'
import { afterEach, describe, expect, it } from 'vitest'
import { ScriptedSearch } from '../connection/stage.test-support.ts'
import { openDoor } from './search-door.ts'
import { protocolVersion, type WorkerDoor } from './protocol.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

function door() {
  const worker = new EventTarget()
  const served: ScriptedSearch[] = []
  openDoor(worker, {
    serve: () => {
      const search = new ScriptedSearch()
      served.push(search)
      return { search, close: () => search.close() }
    },
    locks: undefined,
  })
  const send = (data: unknown, port?: MessagePort) =>
    worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: port ? [port] : [] }))
  const connect = (): Remote<WorkerDoor> => {
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    send({ type: 'waraq-search:port' }, port2)
    return wrap<WorkerDoor>(port1)
  }
  return { served, send, connect }
}

describe('the worker door', () => {
  it('serves whoever sends a port, and says that it has no lock', async () => {
    const { connect, served } = door()
    const remote = connect()
    expect(await remote.open(protocolVersion, {})).toEqual({ ok: true, value: { lifeLock: null } })
    expect(await remote.call(1, 'search', { text: 'lord' })).toMatchObject({ ok: true, value: { total: 1 } })
    expect(served).toHaveLength(1)
  })
  it('refuses a page of another version, and calls before it was opened', async () => {
    const { connect, served } = door()
    const remote = connect()
    const refusal = { ok: false, error: { code: 'protocol_mismatch', retryable: false } }
    expect(await remote.call(1, 'status', {})).toMatchObject(refusal)
    expect(await remote.open(protocolVersion + 1, {})).toMatchObject(refusal)
    expect(served).toHaveLength(0)
    await remote.open(protocolVersion, {})
    expect(await remote.call(2, 'invented' as never, {} as never)).toMatchObject(refusal)
  })
  it('closes the search of one page when another takes over', async () => {
    const { connect, served } = door()
    await connect().open(protocolVersion, {})
    await connect().open(protocolVersion, {})
    expect(served.map(({ closed }) => closed)).toEqual([1, 0])
  })
  it('hears nothing but its own message', () => {
    const { send, served } = door()
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    for (const data of [null, 'text', 7, {}, { type: 'APPLY', path: ['open'] }]) send(data, port2)
    send({ type: 'waraq-search:port' })
    expect(served).toHaveLength(0)
  })
})
