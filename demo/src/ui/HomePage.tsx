import { useEffect } from 'react'
import { keptOf } from '../sync/sync-state.ts'
import { words } from '../words.ts'
import { useSync } from './hooks.ts'
import { ChapterList } from './ChapterList.tsx'
import { Library } from './Library.tsx'

function Welcome() {
  return (
    <section className="welcome" aria-labelledby="welcome-title">
      <h1 id="welcome-title">{words.welcome.title}</h1>
      <p>{words.welcome.text}</p>
    </section>
  )
}

export function HomePage() {
  const state = useSync()
  const { status, slow, trouble, care } = state
  useEffect(() => {
    document.title = words.name
  }, [])
  // In a moment it is known whether there is anything; until then a page that is about to change would only flicker.
  if (!status && !slow && !trouble) {
    return (
      <p className="absence late" role="status">
        {words.sync.opening}
      </p>
    )
  }
  const isNew = status !== null && keptOf(state).size === 0 && !care.evicted
  return (
    <div className="home">
      {isNew ? <Welcome /> : <h1 className="visually-hidden">{words.name}</h1>}
      <div className="home-columns">
        <Library />
        <ChapterList />
      </div>
      <footer className="credits">{words.credits}</footer>
    </div>
  )
}
