import { WaraqProvider } from 'waraq/react'
import { createRoot } from 'react-dom/client'
import { Chapter } from './Chapter.tsx'
import { app } from './library.ts'

createRoot(document.getElementById('app')!).render(
  <WaraqProvider app={app}>
    <Chapter number={1} name="Al-Fatihah" />
  </WaraqProvider>,
)
