import { parseResourceKey, resourceKey, type ResourceRef } from '@waraq/protocol'
import { useLiveQuery } from 'waraq/react'
import { query } from 'waraq/quran'
import { useEffect } from 'react'
import { useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import type { LabelOf } from './labels.ts'
import type { ReadingSources } from './use-reading-sources.ts'

/** How much of a text has arrived. Undefined if it is complete, or if nothing has arrived. */
const howFar = (ref: ResourceRef) => query(`how far: ${resourceKey(ref)}`, (view) => view.partial(ref))

/** Progress of a text that has never been on this device. Not announced to screen readers, because it changes all the time. */
function HowFar({ text }: { readonly text: ResourceRef }) {
  const words = useWords()
  const { data: value } = useLiveQuery(howFar(text), { keepPrevious: true })
  const { rows, bytes, of } = value ?? { rows: 0, bytes: 0, of: null }
  return (
    <span className="how-far" data-testid="how-far">
      {of === null ? words.reading.rowsSoFar(rows) : words.reading.soFar(Math.min(1, bytes / of))}
    </span>
  )
}

/** Lists the shown translations with their authors, and the translations that the service withdrew. */
export function Sources({
  sources,
  labelOf,
}: {
  readonly sources: ReadingSources
  readonly labelOf: LabelOf
}) {
  const words = useWords()
  const { engine } = useReader()
  const { translations, partial, awaited, withdrawn } = sources
  useEffect(() => {
    if (awaited.length === 0) return
    // If the call fails, the engine fetches in its own order.
    engine.prioritize(awaited.map((key) => parseResourceKey(key)!)).catch(() => undefined)
  }, [engine, awaited])
  return (
    <>
      {translations.length > 0 && (
        <ul className="sources" aria-label={words.reading.sources}>
          {translations.map((key) => {
            const { name, author } = labelOf(key)
            return (
              <li key={key}>
                <bdi>{name}</bdi>
                {author !== null && !name.includes(author) && (
                  <>
                    {' · '}
                    <bdi className="source-author">{author}</bdi>
                  </>
                )}
                {partial.includes(key) && (
                  <>
                    {' · '}
                    <HowFar text={parseResourceKey(key)!} />
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {/* Always in the page, so that a screen reader announces a withdrawn translation. */}
      <div role="status" className="withdrawals">
        {withdrawn.map(({ key, reason }) => (
          <p key={key} className="problem" data-testid="withdrawn">
            <span>
              <bdi>{labelOf(key).name}</bdi>. {words.resource.unavailable(reason)}
            </span>
          </p>
        ))}
      </div>
    </>
  )
}
