'use client'

import { useAttribution, useEngine, useLiveQuery, useFavorite, useSyncStatus } from 'waraq/react'
import { translationChapter } from 'waraq/quran'
import { plainText } from 'waraq/html'

export function Chapter({ number, name }: { number: number; name: string }) {
  const engine = useEngine()
  const problem = useSyncStatus()?.problem
  const { data: verses = [] } = useLiveQuery(translationChapter('translations:20', number))
  return (
    <main>
      <h1>{name}</h1>
      <button type="button" onClick={() => void engine?.sync()}>
        Sync now
      </button>
      <p role="status">{problem && `${problem.message} ${problem.remedy}`}</p>
      <ol>
        {verses.map(({ verseKey, text }) => (
          <li key={verseKey}>
            {plainText(text)} <Favorite verseKey={verseKey} />
          </li>
        ))}
      </ol>
      <footer>{useAttribution('translations:20')}</footer>
    </main>
  )
}

function Favorite({ verseKey }: { verseKey: string }) {
  const { on, toggle } = useFavorite(verseKey)
  return (
    <button type="button" aria-pressed={on} aria-label={`Star ${verseKey}`} onClick={() => void toggle()}>
      ★
    </button>
  )
}
