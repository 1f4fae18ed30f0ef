'use client'

import { createWaraq } from 'waraq'
import { WaraqProvider } from 'waraq/react'
import { useEffect, type ReactNode } from 'react'

// What everybody has who opens this application, kept current. While a server renders, nothing is made and nothing is known.
const app = createWaraq({ content: ['translations:20'] })

export function Library({ children }: { children: ReactNode }) {
  useEffect(() => {
    navigator.serviceWorker.register('/service-worker.js').catch(console.error)
  }, [])
  return <WaraqProvider app={app}>{children}</WaraqProvider>
}
