import { Facts } from '../../ui/Facts.tsx'
import { useNow, useSync, useWords } from '../../ui/hooks.ts'

/** What the engine of this tab does, and when the next sync comes. */
export function EngineFacts() {
  const words = useWords()
  const now = useNow(5_000)
  const { status } = useSync()
  if (!status) return null
  const { schedule, role, commits, persistent } = status
  const next = () => {
    if (!schedule) return words.panel.none
    const { nextSyncAt, reason, failures } = schedule
    return nextSyncAt === null
      ? words.sync.noNext(reason)
      : words.sync.next(nextSyncAt, now, reason, failures)
  }
  return (
    <div className="card panel-card engine-facts">
      <Facts
        facts={[
          { term: words.panel.next, text: next() },
          { term: words.panel.role, text: words.panel.roles[role] },
          { term: words.panel.commits, text: words.figures.number(commits) },
          { term: words.panel.store, text: words.panel.stores[persistent ? 'indexeddb' : 'memory'] },
        ]}
      />
    </div>
  )
}
