import { useEffect } from 'react'
import { useSync } from './hooks.ts'
import { ChapterList } from './ChapterList.tsx'
import { Library } from './Library.tsx'

function Welcome() {
  return (
    <section className="welcome" aria-labelledby="welcome-title">
      <h1 id="welcome-title">The Quran on your device, with or without a connection</h1>
      <p>
        Waraq keeps the Arabic text and the translations that you choose in this browser, and brings changes
        to them with every sync. Choose translations to begin.
      </p>
    </section>
  )
}

export function HomePage() {
  const { ready, kept } = useSync()
  const empty = ready && kept.size === 0
  useEffect(() => {
    document.title = 'Waraq'
  }, [])
  if (!ready) return null
  return (
    <div className="home">
      {empty ? <Welcome /> : <h1 className="visually-hidden">Waraq</h1>}
      <div className="home-columns">
        <Library />
        <ChapterList />
      </div>
      <footer className="credits">
        Sandbox content: text and translations from quran-json (CC BY 4.0). Arabic set in Amiri (OFL).
      </footer>
    </div>
  )
}
