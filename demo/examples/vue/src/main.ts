import { openContentStore } from '@waraq/engine'
import { connectSyncEngine } from '@waraq/engine/page'
import { createApp } from 'vue'
import App from './App.vue'
import { storeKey } from './use-live.ts'

/** Where content and tokens come from; told by the server. */
interface Services {
  readonly contentRoot: string
  readonly relay: string
}

async function start(): Promise<void> {
  const { contentRoot, relay } = (await (await fetch('/config.json')).json()) as Services
  const worker = () => new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
  const name = 'waraq-vue'
  const engine = connectSyncEngine(worker, { contentRoot, relay, name })
  const onSync = () => void engine.sync()
  createApp(App, { onSync }).provide(storeKey, openContentStore({ name, engine })).mount('#app')
  await engine.subscribe('translations:20')
  await engine.keepCurrent()
}

void start()
