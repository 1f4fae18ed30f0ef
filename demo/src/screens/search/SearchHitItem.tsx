import { resourceKey } from '@waraq/protocol'
import type { SearchHit } from 'waraq/search'
import type { LabelOf } from '../../reading/labels.ts'
import { ArabicLine } from '../../reading/verse/ArabicLine.tsx'
import { chapterOf, displayVerse, numberOf } from '../../reading/verse-name.ts'
import { chapterHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'

/** The language of the verses themselves, which the catalogue does not tell. */
const arabic = { tag: 'ar', direction: 'rtl' } as const

export function SearchHitItem(props: {
  readonly hit: SearchHit
  readonly labelOf: LabelOf
  readonly chapterName: (chapter: number) => string
}) {
  const { hit, labelOf, chapterName } = props
  const words = useWords()
  const { verseKey, snippet } = hit
  const label = labelOf(resourceKey(hit.ref))
  const isArabic = hit.recordType === 'verse'
  const language = isArabic ? arabic : label.language
  const content = (
    <>
      <span className="hit-head">
        {verseKey !== null && <bdi className="hit-place">{displayVerse(verseKey, chapterName, words)}</bdi>}
        <bdi className="hint">{label.name}</bdi>
      </span>
      {verseKey !== null && !isArabic && <ArabicLine verseKey={verseKey} className="hit-arabic" />}
      <span className="hit-snippet" lang={language?.tag} dir={language?.direction ?? 'auto'}>
        {snippet.map(({ text, highlighted }, index) =>
          highlighted ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </>
  )
  return (
    <li>
      {verseKey === null ? (
        <div className="hit">{content}</div>
      ) : (
        <a
          className="hit"
          href={chapterHref(chapterOf(verseKey), numberOf(verseKey))}
          data-testid={`hit-${verseKey}`}
        >
          {content}
        </a>
      )}
    </li>
  )
}
