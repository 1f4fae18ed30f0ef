import type { EngineStatus } from 'waraq'
import { connectSyncEngine, type ConnectedEngine } from 'waraq/page'

/** An application that leaves it to the engine when to sync. */

let engine: ConnectedEngine | undefined
let latest: EngineStatus | undefined

/** Everything up to the first sync. */
export async function prepare(filter: string): Promise<void> {
  const root = `${location.origin}/tab/${new URLSearchParams(location.search).get('tab')}`
  engine = connectSyncEngine(() => new Worker('/worker.js', { type: 'module' }), {
    contentRoot: `${root}/content`,
    relay: `${root}/token`,
    retry: { attempts: 1 },
  })
  engine.watch((status) => (latest = status))
  await engine.subscribe(filter)
}

export const startAutoSync = (): Promise<void> => engine!.startAutoSync()
export const toldByTimetable = (): EngineStatus | null => latest ?? null
