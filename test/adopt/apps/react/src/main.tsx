import { openContentStore } from '@waraq/engine'
import { connectSyncEngine } from '@waraq/engine/page'
import { WaraqProvider } from '@waraq/react'
import { createRoot } from 'react-dom/client'
import { Chapter } from './Chapter.tsx'

const worker = () => new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
const engine = connectSyncEngine(worker, { contentRoot: `${location.origin}/content`, relay: '/token' })
const store = openContentStore({ engine })

createRoot(document.getElementById('root')!).render(
  <WaraqProvider engine={engine} store={store}>
    <Chapter number={1} />
  </WaraqProvider>,
)
engine.keep(['translations:20']).catch(console.error)
engine.keepCurrent().catch(console.error)
