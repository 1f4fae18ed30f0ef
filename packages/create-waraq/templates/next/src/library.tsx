'use client'

import { openContentStore } from 'waraq'
import { connectSyncEngine } from 'waraq/page'
import { UserDataProvider, WaraqProvider } from 'waraq/react'
import { openUserData } from 'waraq/user'
import { useEffect, type ReactNode } from 'react'

// While a server renders, the engine waits for a browser, and there is nothing to read.
const worker = () => new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
const engine = connectSyncEngine(worker, { contentRoot: 'http://127.0.0.1:4600/content', relay: '/token' })
const isBrowser = typeof document !== 'undefined'
const store = isBrowser ? openContentStore({ engine }) : null
const user = isBrowser ? openUserData({}) : null

export function Library({ children }: { children: ReactNode }) {
  useEffect(() => {
    engine.setSubscriptions(['translations:20']).catch(console.error)
    engine.startAutoSync().catch(console.error)
    navigator.serviceWorker.register('/service-worker.js').catch(console.error)
  }, [])
  return (
    <WaraqProvider engine={engine} store={store}>
      <UserDataProvider user={user}>{children}</UserDataProvider>
    </WaraqProvider>
  )
}
