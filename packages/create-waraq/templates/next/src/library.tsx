'use client'

import { createWaraq } from 'waraq'
import { WaraqProvider } from 'waraq/react'
import { useEffect, type ReactNode } from 'react'

// Content that every visitor gets, kept up to date. While a server renders, this opens nothing and has no content.
const app = createWaraq({ content: ['translations:20'] })

export function Library({ children }: { children: ReactNode }) {
  useEffect(() => {
    navigator.serviceWorker.register('/service-worker.js').catch(console.error)
  }, [])
  return <WaraqProvider app={app}>{children}</WaraqProvider>
}
