import { resourceKey } from '@waraq/protocol'
import type { SearchHit } from 'waraq/search'
import type { LabelOf } from '../../reading/labels.ts'
import { ArabicLine } from '../../reading/verse/ArabicLine.tsx'
import { chapterOf, displayVerse, numberOf } from '../../reading/verse-name.ts'
import { articleHref, chapterHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { useName } from '../../ui/use-names.ts'

/** The language of the verses themselves, which the catalogue does not contain. */
const arabic = { tag: 'ar', direction: 'rtl' } as const

function hitHref({ verseKey, ref }: SearchHit): string | null {
  if (verseKey !== null) return chapterHref(chapterOf(verseKey), numberOf(verseKey))
  return ref.group === 'articles' ? articleHref(ref.id) : null
}

const isArabicText = ({ recordType }: SearchHit) => recordType === 'verse'

/** A verse, or a text that belongs to no verse, with what was found in each of its texts. */
export function SearchHitItem(props: {
  readonly hits: readonly [SearchHit, ...SearchHit[]]
  readonly labelOf: LabelOf
  readonly chapterName: (chapter: number) => string
}) {
  const { hits, labelOf, chapterName } = props
  const words = useWords()
  const [first] = hits
  const { verseKey } = first
  const href = hitHref(first)
  const isOne = hits.length === 1
  const content = (
    <>
      <span className="hit-head">
        {verseKey !== null && <bdi className="hit-place">{displayVerse(verseKey, chapterName, words)}</bdi>}
        {isOne && <TextName hit={first} />}
      </span>
      {verseKey !== null && !hits.some(isArabicText) && (
        <ArabicLine verseKey={verseKey} className="hit-arabic" />
      )}
      {hits.map((hit) => (
        <Snippet key={resourceKey(hit.ref)} hit={hit} labelOf={labelOf} isNamed={!isOne} />
      ))}
    </>
  )
  return (
    <li>
      {href === null ? (
        <div className="hit">{content}</div>
      ) : (
        <a className="hit" href={href} data-result data-testid={`hit-${verseKey ?? resourceKey(first.ref)}`}>
          {content}
        </a>
      )}
    </li>
  )
}

function TextName({ hit }: { readonly hit: SearchHit }) {
  return <bdi className="hint">{useName(resourceKey(hit.ref))}</bdi>
}

function Snippet(props: { readonly hit: SearchHit; readonly labelOf: LabelOf; readonly isNamed: boolean }) {
  const { hit, labelOf, isNamed } = props
  const language = isArabicText(hit) ? arabic : labelOf(resourceKey(hit.ref)).language
  return (
    <>
      {isNamed && <TextName hit={hit} />}
      <span className="hit-snippet" lang={language?.tag} dir={language?.direction ?? 'auto'}>
        {hit.snippet.map(({ text, highlighted }, index) =>
          highlighted ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </>
  )
}
