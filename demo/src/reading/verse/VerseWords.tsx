import { verseCountOf } from '@waraq/protocol'
import { wordByWord, type VerseWord } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useMemo, type ReactNode } from 'react'
import { isHeard } from '../../player/player-state.ts'
import { usePlayedWords } from '../../player/use-player.ts'
import { chapterOf, numberOf } from '../verse-name.ts'
import { versesPerPart } from '../verse-parts.ts'
import { useWordSources } from '../words/use-word-sources.ts'
import { WordItem } from '../words/WordItem.tsx'

/**
 * The range of verses that is queried for a verse. All verses in the range send the same query, so that one read answers
 * them all.
 */
function rangeAround(verseKey: string) {
  const chapter = chapterOf(verseKey)
  const from = numberOf(verseKey) - ((numberOf(verseKey) - 1) % versesPerPart)
  const to = Math.min(from + versesPerPart - 1, verseCountOf(chapter))
  return { from: `${chapter}:${from}`, to: `${chapter}:${to}` } as const
}

const positionOf = ({ word }: VerseWord) => word.position_in_verse ?? 0

/**
 * The words of a verse with their meanings; the word being heard is highlighted. Renders `plain` if the words are not on
 * this device.
 */
export function VerseWords(props: {
  readonly verseKey: string
  readonly end: string
  readonly onTap: (event: React.MouseEvent<HTMLElement>) => void
  readonly plain: ReactNode
}) {
  const { verseKey, end, onTap, plain } = props
  const { of, keys } = useWordSources()
  const question = useMemo(() => wordByWord(of, rangeAround(verseKey)), [of, verseKey])
  const { data } = useLiveQuery(question, { keepPrevious: true })
  const all = data?.find((each) => each.verseKey === verseKey)?.words ?? []
  const words = all.filter(({ kind }) => kind !== 'end')
  const last = words.at(-1)
  const spoken = usePlayedWords(verseKey, last ? positionOf(last) : 0)
  if (words.length === 0 || keys.length === 0) return plain
  const isSpoken = (word: VerseWord) => Boolean(spoken && isHeard(positionOf(word), spoken))
  return (
    <ol className="words inline" dir="rtl" data-testid="verse-words" onClick={onTap}>
      {words.map((word) => (
        <WordItem key={positionOf(word)} word={word} isSpoken={isSpoken(word)} />
      ))}
      <li className="verse-end" lang="ar" aria-hidden="true">
        {end}
      </li>
    </ol>
  )
}
