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
/** Outcome of sharing. Null if the person cancelled it, or if the system reports it itself. */
export type Shared = 'text' | 'link' | 'failed' | null
export type Share = (way: ShareWay, range: VerseRange) => Promise<Shared>

/**
 * Returns a function that copies or shares verses, and that stays the same while the page is open. Its code is loaded after
 * the first verse.
 */
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

/** Like `share`, with a message about the outcome on the page. For actions outside of sheets, which would cover the message. */
export function useReportedShare(share: Share): (way: ShareWay, range: VerseRange) => void {
  const { copied } = useWords().reading
  return (way, range) =>
    void share(way, range).then((came) => {
      if (came) said.set({ text: copied[came], isProblem: came === 'failed', isBrief: came !== 'failed' })
    })
}
