import { memo, useId } from 'react'
import { isGlyph } from '../../fonts/glyph-fonts.ts'
import { playedVerse } from '../../player/player-state.ts'
import { usePlayedWords, usePlayer } from '../../player/use-player.ts'
import { endMark } from '../../reading/arabic-text.ts'
import type { PageWord } from '../../reading/page-blocks.ts'
import { displayKey } from '../../reading/verse-name.ts'
import { pressVerse, useIsChosen, useVerseCommands } from '../../reading/verse/verse-context.ts'
import { useUserModule, useWords } from '../../ui/hooks.ts'

/** The button of a verse is the mark at its end. So there is one for each verse, in reading order. */
function VerseEnd({ word }: { readonly word: PageWord }) {
  const words = useWords()
  const commands = useVerseCommands()
  const isChosen = useIsChosen(word.verseKey)
  const Marks = useUserModule()?.MushafMarks
  const marksId = useId()
  const { verseKey } = word
  const mark = isGlyph(word.text) ? word.text : endMark(word.text)
  if (verseKey === null) return <span className="mushaf-end">{mark}</span>
  return (
    <button
      type="button"
      className="mushaf-end"
      data-verse-end={verseKey}
      data-chosen={isChosen || undefined}
      aria-label={words.reading.actions(displayKey(verseKey, words))}
      aria-describedby={marksId}
      onClick={(event) => {
        event.stopPropagation()
        pressVerse(commands, verseKey, event.currentTarget)
      }}
    >
      {mark}
      {Marks && <Marks verseKey={verseKey} id={marksId} />}
    </button>
  )
}

function Word({ word }: { readonly word: PageWord }) {
  const { verseKey, position, ofWords } = word
  const isPlayed = usePlayer((state) => verseKey !== null && playedVerse(state) === verseKey)
  const isChosen = useIsChosen(verseKey)
  const spoken = usePlayedWords(verseKey ?? '', ofWords)
  const isSpoken = spoken && position !== null && position >= spoken.word && position <= spoken.lastWord
  return (
    <span
      className={isSpoken ? 'mushaf-word spoken' : 'mushaf-word'}
      data-verse={verseKey ?? undefined}
      aria-hidden={isGlyph(word.text) || undefined}
      data-played={isPlayed || undefined}
      data-chosen={isChosen || undefined}
    >
      {word.text}
    </span>
  )
}

export const MushafLine = memo(function MushafLine({ words }: { readonly words: readonly PageWord[] }) {
  return (
    <p className="mushaf-line">
      {words.map((word, index) =>
        word.isEnd ? <VerseEnd key={index} word={word} /> : <Word key={index} word={word} />,
      )}
    </p>
  )
})
