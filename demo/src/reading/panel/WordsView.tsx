import { parseResourceKey } from '@waraq/protocol'
import { textLanguage, verseWords, type VerseWord } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { mushaf } from '../../sync/kept-resources.ts'
import { useWords } from '../../ui/hooks.ts'
import { useInstalled } from '../../ui/use-installed.ts'
import { useLabels } from '../labels.ts'
import { Missing } from './Missing.tsx'

function Word({ word }: { readonly word: VerseWord }) {
  const { translation, transliteration } = word
  const language = textLanguage(translation?.language)
  return (
    <li className="word">
      <span className="word-arabic" lang="ar" dir="rtl">
        {word.text}
      </span>
      {transliteration && (
        <span className="word-transliteration" lang="ar-Latn" dir="ltr">
          {transliteration.text}
        </span>
      )}
      {translation && (
        <span className="word-translation" lang={language.tag} dir={language.direction}>
          {translation.text}
        </span>
      )}
    </li>
  )
}

/** Each word of a verse with its meaning and transliteration, from right to left. */
export function WordsView({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const labelOf = useLabels()
  const [translation] = useInstalled('word_by_word_translations')
  const [transliteration] = useInstalled('word_by_word_transliterations')
  const { data: value } = useLiveQuery(
    verseWords(
      {
        mushaf,
        translation: translation && parseResourceKey(translation),
        transliteration: transliteration && parseResourceKey(transliteration),
      },
      verseKey,
    ),
    { keepPrevious: true },
  )
  const named = [translation, transliteration].flatMap((key) => (key ? [labelOf(key).name] : []))
  return (
    <div className="panel-view">
      {named.length === 0 && <Missing text={words.reading.noWords} />}
      <ol className="words" dir="rtl" aria-label={words.reading.view.words} data-testid="words">
        {value
          ?.filter(({ kind }) => kind !== 'end')
          .map((word, index) => (
            <Word key={index} word={word} />
          ))}
      </ol>
      {named.length > 0 && <p className="hint">{named.join(' · ')}</p>}
    </div>
  )
}
