import { verseWords } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useWords } from '../../ui/hooks.ts'
import { useLabels } from '../labels.ts'
import { useWordSources } from '../words/use-word-sources.ts'
import { WordItem } from '../words/WordItem.tsx'
import { Missing } from './Missing.tsx'

/** Each word of a verse with its meaning and transliteration, from right to left. */
export function WordsView({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const labelOf = useLabels()
  const { of, keys } = useWordSources()
  const { data: value } = useLiveQuery(verseWords(of, verseKey), { keepPrevious: true })
  return (
    <div className="panel-view">
      {keys.length === 0 && <Missing text={words.reading.noWords} />}
      <ol className="words" dir="rtl" aria-label={words.reading.view.words} data-testid="words">
        {value
          ?.filter(({ kind }) => kind !== 'end')
          .map((word, index) => (
            <WordItem key={index} word={word} />
          ))}
      </ol>
      {keys.length > 0 && <p className="hint">{keys.map((key) => labelOf(key).name).join(' · ')}</p>}
    </div>
  )
}
