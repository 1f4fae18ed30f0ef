import { storageShown } from '../../sync/storage-shown.ts'
import { useSync, useWords } from '../../ui/hooks.ts'
import { useState } from 'react'
import { useReader } from '../../ui/reader-context.ts'

/** The state of storage: the browser's figures, and what to do if something is wrong. */
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

/** Asks the browser not to clear this site. Some browsers then ask the visitor, others decide automatically. */
function PersistenceButton() {
  const words = useWords()
  const { sync } = useReader()
  const [answer, setAnswer] = useState<'none' | 'asking' | 'refused'>('none')
  const ask = async () => {
    setAnswer('asking')
    setAnswer((await sync.askForPersistence()) ? 'none' : 'refused')
  }
  return (
    <div className="persistence">
      <button
        type="button"
        className="button strong"
        data-testid="ask-for-persistence"
        disabled={answer === 'asking'}
        onClick={() => void ask()}
      >
        {words.storage.ask}
      </button>
      <p role="status">{answer === 'refused' && words.storage.refused}</p>
    </div>
  )
}

/** Used share of the storage that the browser offers. */
function UsageBar({ share }: { readonly share: number }) {
  const words = useWords()
  const percent = Math.min(100, share * 100)
  return (
    <div
      className="usage-bar"
      role="meter"
      aria-label={words.storage.used}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={words.figures.share(share)}
    >
      <div style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
