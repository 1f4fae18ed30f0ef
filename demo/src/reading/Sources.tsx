import { useWords } from '../ui/hooks.ts'
import type { LabelOf } from './labels.ts'
import type { ReadingSources } from './use-reading-sources.ts'

/** Names the translations that are shown and their authors, and those that the service withdrew. */
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
