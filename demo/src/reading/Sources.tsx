import { useWords } from '../ui/hooks.ts'
import type { LabelOf } from './labels.ts'
import type { ReadingSources } from './use-reading-sources.ts'

/** Whose translations are read here, and which of them were taken back. */
export function Sources({
  sources,
  labelOf,
}: {
  readonly sources: ReadingSources
  readonly labelOf: LabelOf
}) {
  const words = useWords()
  const { translations, withdrawn } = sources
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
              </li>
            )
          })}
        </ul>
      )}
      {/* There before it is needed, so that it is read out when a translation leaves. */}
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
