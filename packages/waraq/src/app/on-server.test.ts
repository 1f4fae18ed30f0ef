import { expect, it, vi } from 'vitest'
import { engineProtocol } from '../worker/protocol.ts'
import type { ConnectedEngine } from '../worker/options.ts'
import { engineOnServer, storeOnServer } from './on-server.ts'

const refused = { code: 'browser_only' }
type Calls = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>

it('each call of the engine rejects; the others are those of the engine', async () => {
  const close = vi.fn<() => Promise<void>>(async () => undefined)
  const pending = () => new Promise<never>(() => undefined)
  const calls = Object.fromEntries(Object.keys(engineProtocol.methods).map((name) => [name, pending]))
  const engine = engineOnServer({ ...calls, close } as unknown as ConnectedEngine)
  for (const name of Object.keys(engineProtocol.methods)) {
    const call = (engine as unknown as Calls)[name]!()
    if (name === 'wake') expect(await call).toMatchObject({ result: 'failed', error: refused })
    else await expect(call, name).rejects.toMatchObject(refused)
  }
  await engine.close()
  expect(close).toHaveBeenCalled()
})

it('each read of the store rejects, and live queries stay pending', async () => {
  const { live, close, ...reads } = storeOnServer
  for (const [name, read] of Object.entries(reads as unknown as Calls))
    await expect(read(), name).rejects.toMatchObject(refused)
  const reported = vi.fn<() => void>()
  live(async () => 1).subscribe({ next: reported, error: reported })()
  close()
  expect(reported).not.toHaveBeenCalled()
})
