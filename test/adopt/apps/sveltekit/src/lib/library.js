import { connectSyncEngine, openContentStore } from 'waraq'

const worker = () => new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' })
export const engine = connectSyncEngine(worker, {
  contentRoot: `${location.origin}/content`,
  relay: '/token',
})
export const store = openContentStore({ engine })
engine.setSubscriptions(['translations:20']).catch(console.error)
engine.startAutoSync().catch(console.error)
