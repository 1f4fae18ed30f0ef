import { resourceKey, type ResourceKey } from '@waraq/protocol'
import type { SideBySideVerse } from 'waraq/quran'
import { memo, useMemo } from 'react'
import { playedVerse, type PlayedWords } from '../../player/player-state.ts'
import { usePlayer, usePlayedWords } from '../../player/use-player.ts'
import { useUserParts, useWords } from '../../ui/hooks.ts'
import { MoreIcon } from '../../ui/Icons.tsx'
import { arabicVerse, endMark, type ArabicVerse } from '../arabic-text.ts'
import { isTranslation } from '../../sync/kept-resources.ts'
import type { LabelOf } from '../labels.ts'
import { displayKey } from '../verse-name.ts'
import { Translation } from './Translation.tsx'
import { useSelectVerse } from './verse-context.ts'

function VerseButton({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const select = useSelectVerse()
  const Sign = useUserParts()?.VerseSign
  return (
    <button
      type="button"
      className="verse-key"
      data-testid="verse-actions"
      onClick={(event) => select(verseKey, event.currentTarget)}
    >
      <span aria-hidden="true">{displayKey(verseKey, words)}</span>
      <b className="visually-hidden">{words.reading.actions(displayKey(verseKey, words))}</b>
      {Sign ? (
        <Sign verseKey={verseKey}>
          <MoreIcon />
        </Sign>
      ) : (
        <MoreIcon />
      )}
    </button>
  )
}

/** Its place is kept free until the favorite comes, so that no text moves. */
function FavoritePlace({ verseKey }: { readonly verseKey: string }) {
  const Favorite = useUserParts()?.VerseFavorite
  return <div className="star-place">{Favorite && <Favorite verseKey={verseKey} />}</div>
}

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
  const awaited = arriving.filter(
    (key) => isTranslation(key) && translations.every(({ ref }) => resourceKey(ref) !== key),
  )
  const isAlone = translations.length + awaited.length === 1
  const arabic = useMemo(() => arabicVerse(verse), [verse])
  const isPlayed = usePlayer((state) => playedVerse(state) === verseKey)
  return (
    <li
      className="verse"
      data-testid={`verse-${verseKey}`}
      data-verse={verseKey}
      data-target={isTarget || undefined}
      data-played={isPlayed || undefined}
    >
      <div className="verse-side">
        <VerseButton verseKey={verseKey} />
        <FavoritePlace verseKey={verseKey} />
      </div>
      {arabic && <ArabicText verse={arabic} verseKey={verseKey} />}
      {translations.length > 0 && (
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
      <span className={position >= spoken.word && position <= spoken.lastWord ? 'spoken' : undefined}>
        {text}
      </span>{' '}
    </span>
  ))
}

const ArabicText = memo(function ArabicText(props: {
  readonly verse: ArabicVerse
  readonly verseKey: string
}) {
  const { verse, verseKey } = props
  const spoken = usePlayedWords(verseKey, verse.words.at(-1)?.position ?? 0)
  const byWord = spoken && verse.words.length > 0
  return (
    <p className="verse-arabic" lang="ar" dir="rtl" data-testid="verse-arabic">
      {byWord ? <WordsOf verse={verse} spoken={spoken} /> : `${verse.text} `}
      <span className="verse-end" aria-hidden="true">
        {endMark(verse.end)}
      </span>
    </p>
  )
})
