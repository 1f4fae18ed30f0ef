import { openContentStore } from 'waraq'
import { connectSyncEngine } from 'waraq/page'
import { openUserData } from 'waraq/user'

const worker = () => new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
export const engine = connectSyncEngine(worker, {
  contentRoot: `${location.origin}/content`,
  relay: '/token',
})

// What is on the device. Reading it waits for no network and no worker.
export const store = openContentStore({ engine })

// Keep it current: now, about every hour, when the reader returns, when the network is back.
engine.setSubscriptions(['translations:20']).catch(console.error)
engine.startAutoSync().catch(console.error)

// What a person keeps of their own: on this device, until it is given a backend.
export const user = openUserData({})
