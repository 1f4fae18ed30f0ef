import { useStore } from 'waraq/react'
import { useCallback, useEffect, useRef } from 'react'
import { whenNeeded } from '../../shell/later.tsx'
import { useWords } from '../../ui/hooks.ts'
import { said } from '../../ui/said.ts'
import { useLabels } from '../labels.ts'
import type { VerseRange } from '../range/verse-range.ts'
import { useChapterName } from '../use-chapter-name.ts'
import { useReadingSources } from '../use-reading-sources.ts'

const sharing = whenNeeded(() => import('./share.ts'))

export type ShareWay = 'text' | 'link' | 'share'
/** What it came to; null if the person thought better of it, or the system says it itself. */
export type Shared = 'text' | 'link' | 'failed' | null
export type Share = (way: ShareWay, range: VerseRange) => Promise<Shared>

/** Copies or shares verses; the same function as long as the page is open. Its code comes after the first verse. */
export function useShare(): Share {
  const words = useWords()
  const store = useStore()
  const labelOf = useLabels()
  const chapterName = useChapterName()
  const { of } = useReadingSources()
  const known = { words, store, labelOf, chapterName, of }
  const latest = useRef(known)
  useEffect(() => void (latest.current = known))
  return useCallback(
    (way, range) =>
      sharing().then(
        ({ share }) => share(way, range, latest.current),
        () => 'failed',
      ),
    [],
  )
}

/** The same, and a word on what came of it where all of the page can be seen. */
export function useToldShare(share: Share): (way: ShareWay, range: VerseRange) => void {
  const { copied } = useWords().reading
  return (way, range) =>
    void share(way, range).then((came) => {
      if (came) said.set({ text: copied[came], isProblem: came === 'failed', isBrief: came !== 'failed' })
    })
}
