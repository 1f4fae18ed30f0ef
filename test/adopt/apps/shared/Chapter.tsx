'use client'

import { plainText } from '@waraq/reader/html'
import { translationChapter } from '@waraq/reader'
import { useEngine, useLive, useSyncStatus } from '@waraq/react'

const saheeh = { group: 'translations', id: 20 }

export function Chapter({ number }: { number: number }) {
  const engine = useEngine()
  const problem = useSyncStatus()?.problem
  const { value: verses = [] } = useLive(translationChapter(saheeh, number))
  return (
    <>
      <button type="button" onClick={() => void engine?.sync()}>
        Sync now
      </button>
      <p role="status">{problem && `${problem.message} ${problem.remedy}`}</p>
      <ol>
        {verses.map(({ verseKey, text }) => (
          <li key={verseKey}>{plainText(text)}</li>
        ))}
      </ol>
    </>
  )
}
