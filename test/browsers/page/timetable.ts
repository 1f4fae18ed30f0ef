import { connectSyncEngine, type ConnectedEngine, type EngineStatus } from 'waraq'

/** An application that leaves the time of syncs to the engine. */

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
export const reportedByTimetable = (): EngineStatus | null => latest ?? null
