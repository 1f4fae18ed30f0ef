import { resourceKey } from '@waraq/contract'
import type { SearchHit } from '@waraq/search/page'
import type { LabelOf } from '../../reading/labels.ts'
import { chapterOf, displayVerse, numberOf } from '../../reading/verse-name.ts'
import { chapterHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'

export function SearchHitItem(props: {
  readonly hit: SearchHit
  readonly labelOf: LabelOf
  readonly chapterName: (chapter: number) => string
}) {
  const { hit, labelOf, chapterName } = props
  const words = useWords()
  const { verseKey, snippet } = hit
  const label = labelOf(resourceKey(hit.ref))
  const content = (
    <>
      <span className="hit-head">
        {verseKey !== null && <bdi className="hit-place">{displayVerse(verseKey, chapterName, words)}</bdi>}
        <bdi className="hint">{label.name}</bdi>
      </span>
      <span className="hit-snippet" lang={label.language?.tag} dir={label.language?.direction ?? 'auto'}>
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
