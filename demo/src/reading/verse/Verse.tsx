import { resourceKey, type ResourceKey } from '@waraq/protocol'
import type { SideBySideVerse } from 'waraq/quran'
import { memo, useMemo } from 'react'
import { isHeard, playedVerse, type PlayedWords } from '../../player/player-state.ts'
import { usePlayer, usePlayedWords } from '../../player/use-player.ts'
import { later } from '../../shell/later.tsx'
import { useMode, useWords } from '../../ui/hooks.ts'
import { arabicVerse, endMark, type ArabicVerse } from '../arabic-text.ts'
import { isTranslation } from '../../sync/kept-resources.ts'
import type { LabelOf } from '../labels.ts'
import { afterChoice } from '../range/verse-range.ts'
import { Translation } from './Translation.tsx'
import { useIsChosen, useVerseCommands } from './verse-context.ts'
import { VerseRow } from './VerseRow.tsx'

const VerseWords = later(() => import('./VerseWords.tsx').then((words) => words.VerseWords))

/** A verse with its translations beside each other, one of a list. */
export const Verse = memo(function Verse(props: {
  readonly verse: SideBySideVerse
  /** Texts of which only a part has come. */
  readonly arriving: readonly ResourceKey[]
  readonly labelOf: LabelOf
  /** Whether it is the verse of the address. */
  readonly isTarget: boolean
}) {
  const { verse, arriving, labelOf, isTarget } = props
  const { verseKey, translations } = verse
  const words = useWords()
  const mode = useMode()
  const awaited = arriving.filter(
    (key) =>
      mode !== 'arabic' && isTranslation(key) && translations.every(({ ref }) => resourceKey(ref) !== key),
  )
  const isAlone = translations.length + awaited.length === 1
  const arabic = useMemo(() => arabicVerse(verse), [verse])
  const isPlayed = usePlayer((state) => playedVerse(state) === verseKey)
  const isChosen = useIsChosen(verseKey)
  return (
    <li
      className="verse"
      data-testid={`verse-${verseKey}`}
      data-verse={verseKey}
      data-target={isTarget || undefined}
      data-played={isPlayed || undefined}
      data-chosen={isChosen || undefined}
    >
      <VerseRow verseKey={verseKey} />
      {arabic && <ArabicText verse={arabic} verseKey={verseKey} isByWord={mode === 'words'} />}
      {mode !== 'arabic' && translations.length > 0 && (
        <div className="translations" data-columns={Math.min(translations.length, 3)}>
          {translations.map((each) => (
            <Translation
              key={resourceKey(each.ref)}
              of={each.ref}
              verse={each.verse}
              labelOf={labelOf}
              named={translations.length > 1}
            />
          ))}
        </div>
      )}
      {awaited.map((key) => (
        <p key={key} className="awaited-text" data-testid="awaited-text">
          {/* A translation that is shown alone is named once, above the chapter. */}
          {isAlone ? words.reading.aloneAwaited : words.reading.textAwaited(labelOf(key).name)}
        </p>
      ))}
    </li>
  )
})

/** A verse word by word, only while it is recited: otherwise one text node is lighter, and readers can select across it. */
function WordsOf({ verse, spoken }: { readonly verse: ArabicVerse; readonly spoken: PlayedWords }) {
  return verse.words.map(({ text, position }) => (
    <span key={position}>
      <span className={isHeard(position, spoken) ? 'spoken' : undefined}>{text}</span>{' '}
    </span>
  ))
}

/** A tap on the text opens the panel, or moves the end of the range that is being chosen. A text that is marked stays so. */
function useTap(verseKey: string) {
  const { open, chosen } = useVerseCommands()
  return ({ currentTarget }: React.MouseEvent<HTMLElement>) => {
    if (getSelection()?.isCollapsed === false) return
    if (chosen.get().anchor !== null) return chosen.set(afterChoice(chosen.get(), verseKey))
    open(verseKey, currentTarget.closest('li')?.querySelector<HTMLElement>('.verse-more') ?? null)
  }
}

const ArabicText = memo(function ArabicText(props: {
  readonly verse: ArabicVerse
  readonly verseKey: string
  readonly isByWord: boolean
}) {
  const { verse, verseKey, isByWord } = props
  const spoken = usePlayedWords(verseKey, verse.words.at(-1)?.position ?? 0)
  const showsWords = spoken && verse.words.length > 0
  const tap = useTap(verseKey)
  const plain = (
    <p className="verse-arabic" lang="ar" dir="rtl" data-testid="verse-arabic" onClick={tap}>
      {showsWords ? <WordsOf verse={verse} spoken={spoken} /> : `${verse.text} `}
      <span className="verse-end" aria-hidden="true">
        {endMark(verse.end)}
      </span>
    </p>
  )
  if (!isByWord) return plain
  return <VerseWords verseKey={verseKey} end={endMark(verse.end)} onTap={tap} plain={plain} />
})
