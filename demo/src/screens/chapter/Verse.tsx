import { memo } from 'react'
import type { VerseContent } from '../../reading/chapter-content.ts'
import { useWords } from '../../ui/hooks.ts'
import { Translation, type TranslationLabel } from './Translation.tsx'

/** U+06DD draws a ring around the Arabic digits that follow it in the same text node; WebKit shapes no further. */
const endOfVerse = '\u06dd'

export const Verse = memo(function Verse(props: {
  readonly verse: VerseContent
  readonly labels: ReadonlyMap<number, TranslationLabel>
  /** Whether translations need their names above them. */
  readonly named: boolean
  /** Which translations were chosen. */
  readonly isShown: (resource: string) => boolean
}) {
  const { verse, labels, named, isShown } = props
  const words = useWords()
  return (
    <div
      role="group"
      className="verse"
      data-testid={`verse-${verse.key}`}
      aria-label={words.chapter.verse(verse.key)}
    >
      <p className="verse-key" aria-hidden="true">
        {verse.key}
      </p>
      {verse.arabic && (
        <p className="verse-arabic" lang="ar" dir="rtl" data-testid="verse-arabic">
          {verse.arabic.text}{' '}
          <span className="verse-end" aria-hidden="true">
            {`${endOfVerse}${verse.arabic.end}`}
          </span>
        </p>
      )}
      {verse.translations
        .filter(({ resource }) => isShown(resource))
        .map((translation) => (
          <Translation
            key={translation.resource}
            translation={translation}
            label={labels.get(translation.id)}
            named={named}
          />
        ))}
    </div>
  )
})
