import { textLanguage, type VerseWord } from 'waraq/quran'

/** A word with its pronunciation and its meaning. */
export function WordItem({
  word,
  isSpoken = false,
}: {
  readonly word: VerseWord
  readonly isSpoken?: boolean
}) {
  const { text, translation, transliteration } = word
  const language = textLanguage(translation?.language)
  return (
    <li className="word">
      <span className={isSpoken ? 'word-arabic spoken' : 'word-arabic'} lang="ar" dir="rtl">
        {text}
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
