import { storageShown } from '../../sync/storage-shown.ts'
import { useSync, useWords } from '../../ui/hooks.ts'
import { PersistenceButton } from './PersistenceButton.tsx'
import { UsageBar } from './UsageBar.tsx'

/** The state of storage: the browser's figures, and what to do where that is needed. */
export function SiteStorage() {
  const words = useWords()
  const state = useSync()
  const shown = storageShown(state, words)
  if (!shown) return null
  const { usage, quota } = state.status?.storage ?? { usage: null, quota: null }
  return (
    <section
      className="card site-storage"
      aria-labelledby="storage-title"
      data-testid="storage"
      data-state={shown.state}
      data-persisted={String(shown.persisted)}
    >
      <div className="storage-head">
        <h2 id="storage-title">{words.storage.site}</h2>
        <span className="badge">{words.storage.states[shown.state]}</span>
      </div>
      {usage !== null && quota !== null && quota > 0 && <UsageBar share={usage / quota} />}
      {shown.facts.length > 0 && (
        <dl className="storage-facts">
          {shown.facts.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>{shown.why}</p>
      {shown.advice !== null && <p>{shown.advice}</p>}
      {shown.persisted === false && shown.state !== 'memory' && <PersistenceButton />}
      {shown.estimated && <p>{words.storage.estimated}</p>}
    </section>
  )
}
