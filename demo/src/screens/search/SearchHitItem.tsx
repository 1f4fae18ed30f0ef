import { resourceKey } from '@waraq/protocol'
import type { SearchHit } from 'waraq/search'
import type { LabelOf } from '../../reading/labels.ts'
import { ArabicLine } from '../../reading/verse/ArabicLine.tsx'
import { chapterOf, displayVerse, numberOf } from '../../reading/verse-name.ts'
import { articleHref, chapterHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { useName } from '../../ui/use-names.ts'

/** The language of the verses themselves, which the catalogue does not tell. */
const arabic = { tag: 'ar', direction: 'rtl' } as const

function hitHref({ verseKey, ref }: SearchHit): string | null {
  if (verseKey !== null) return chapterHref(chapterOf(verseKey), numberOf(verseKey))
  return ref.group === 'articles' ? articleHref(ref.id) : null
}

export function SearchHitItem(props: {
  readonly hit: SearchHit
  readonly labelOf: LabelOf
  readonly chapterName: (chapter: number) => string
}) {
  const { hit, labelOf, chapterName } = props
  const words = useWords()
  const { verseKey, snippet } = hit
  const label = labelOf(resourceKey(hit.ref))
  const name = useName(resourceKey(hit.ref))
  const isArabic = hit.recordType === 'verse'
  const language = isArabic ? arabic : label.language
  const href = hitHref(hit)
  const content = (
    <>
      <span className="hit-head">
        {verseKey !== null && <bdi className="hit-place">{displayVerse(verseKey, chapterName, words)}</bdi>}
        <bdi className="hint">{name}</bdi>
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
      {href === null ? (
        <div className="hit">{content}</div>
      ) : (
        <a className="hit" href={href} data-testid={`hit-${verseKey ?? resourceKey(hit.ref)}`}>
          {content}
        </a>
      )}
    </li>
  )
}
