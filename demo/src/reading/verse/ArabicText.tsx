import { memo } from 'react'
import type { PlayedWords } from '../../player/player-state.ts'
import { usePlayedWords } from '../../player/use-player.ts'
import { endMark, type ArabicVerse } from '../arabic-text.ts'

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

export const ArabicText = memo(function ArabicText(props: {
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
