import { resourceKey, type ResourceKey } from '@waraq/protocol'
import type { SideBySideVerse } from 'waraq/quran'
import { memo, useMemo } from 'react'
import { isHeard, playedVerse, type PlayedWords } from '../../player/player-state.ts'
import { usePlayer, usePlayedWords } from '../../player/use-player.ts'
import { later } from '../../shell/later.tsx'
import { useIsTakenOver, useMode, useWords } from '../../ui/hooks.ts'
import { arabicVerse, endMark, type ArabicVerse } from '../arabic-text.ts'
import { isTranslation } from '../../sync/kept-resources.ts'
import type { LabelOf } from '../labels.ts'
import { HiddenWords } from '../memorise/HiddenWords.tsx'
import { revealWord, useRevealed, wordsToHide } from '../memorise/hiding.ts'
import { Translation } from './Translation.tsx'
import { pressVerse, useIsChosen, useVerseCommands } from './verse-context.ts'
import { VerseRow } from './VerseRow.tsx'

const VerseWords = later(
  () => import('./VerseWords.tsx').then((words) => words.VerseWords),
  ({ plain }) => plain,
)

/** A verse of a list, with its translations next to each other. */
export const Verse = memo(function Verse(props: {
  readonly verse: SideBySideVerse
  /** Texts that have not arrived completely. */
  readonly partial: readonly ResourceKey[]
  readonly labelOf: LabelOf
  /** Whether the address names this verse. */
  readonly isTarget: boolean
}) {
  const { verse, partial, labelOf, isTarget } = props
  const { verseKey, translations } = verse
  const words = useWords()
  const mode = useMode()
  const awaited = partial.filter(
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
          {/* If only one translation is shown, its name appears once, above the chapter. */}
          {isAlone ? words.reading.aloneAwaited : words.reading.textAwaited(labelOf(key).name)}
        </p>
      ))}
    </li>
  )
})

/** A verse word by word, only while it is recited. Otherwise a single text node is lighter, and readers can select across it. */
function WordsOf({ verse, spoken }: { readonly verse: ArabicVerse; readonly spoken: PlayedWords }) {
  return verse.words.map(({ text, position }) => (
    <span key={position}>
      <span className={isHeard(position, spoken) ? 'spoken' : undefined}>{text}</span>{' '}
    </span>
  ))
}

/**
 * Handles a tap on the text. It opens the panel, or moves the end of the range that is being chosen, or reveals a hidden
 * word. If text is selected, the tap does nothing.
 */
function useTap(verseKey: string, hidesWords: boolean) {
  const commands = useVerseCommands()
  return ({ currentTarget }: React.MouseEvent<HTMLElement>) => {
    if (getSelection()?.isCollapsed === false) return
    if (hidesWords) return revealWord(verseKey)
    const more = currentTarget.closest('li')?.querySelector<HTMLElement>('.verse-more')
    pressVerse(commands, verseKey, more ?? null)
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
  const revealed = useRevealed(verseKey)
  const toHide = revealed === null ? [] : wordsToHide(verse)
  const tap = useTap(verseKey, revealed !== null && revealed < toHide.length)
  const isTakenOver = useIsTakenOver()
  const plain = (
    <p className="verse-arabic" lang="ar" dir="rtl" data-testid="verse-arabic" onClick={tap}>
      {revealed !== null ? (
        <HiddenWords words={toHide} revealed={revealed} />
      ) : showsWords ? (
        <WordsOf verse={verse} spoken={spoken} />
      ) : (
        `${verse.text} `
      )}
      <span className="verse-end" aria-hidden="true">
        {endMark(verse.end)}
      </span>
    </p>
  )
  // The first text does not wait for the words.
  if (!isByWord || !isTakenOver || revealed !== null) return plain
  return <VerseWords verseKey={verseKey} end={endMark(verse.end)} onTap={tap} plain={plain} />
})
