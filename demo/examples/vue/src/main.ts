import { openContentStore } from '@waraq/engine'
import { connectSyncEngine } from '@waraq/engine/page'
import { createApp } from 'vue'
import App from './App.vue'
import { storeKey } from './use-live.ts'

const worker = () => new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
const engine = connectSyncEngine(worker, {
  // Both are on the page's own server, which passes requests on.
  contentRoot: `${location.origin}/content`,
  relay: '/token',
  name: 'waraq-vue',
})

// The page shows what is on the device first, and waits for no network.
const onSync = () => void engine.sync()
createApp(App, { onSync }).provide(storeKey, openContentStore({ engine })).mount('#app')
engine.keep(['translations:20']).catch(console.error)
engine.keepCurrent().catch(console.error)
