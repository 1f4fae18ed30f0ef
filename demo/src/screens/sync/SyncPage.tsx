import { isStillOpening } from '../../sync/sync-state.ts'
import { useSync, useWords, useNow, useObservable } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { CurrentRun } from './CurrentRun.tsx'
import { SandboxFaults } from './SandboxFaults.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { openPanel, type LoggedRun } from 'waraq'
import { useEffect, useRef } from 'react'
import { TimelineRun } from './TimelineRun.tsx'

/** Past, current and planned work of the engine, for developers. */
export function SyncPage() {
  const words = useWords()
  const { admin } = useReader()
  const isOpening = isStillOpening(useSync())
  return (
    <Screen title={words.panel.title} name="sync" busy={isOpening}>
      <p className="hint">{words.panel.about}</p>
      {!isOpening && (
        <>
          <EngineFacts />
          {admin && <SandboxFaults admin={admin} />}
          <CurrentRun />
          <Subscriptions />
          <Timeline />
          <EnginePanel />
        </>
      )}
    </Screen>
  )
}

/** The current work of this tab's engine, and the time of the next sync. */
function EngineFacts() {
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
          { term: words.panel.role, text: words.panel.roles[role] },
          { term: words.panel.commits, text: words.figures.number(commits) },
          { term: words.panel.store, text: words.panel.stores[persistent ? 'indexeddb' : 'memory'] },
          { term: words.panel.next, text: next() },
        ]}
      />
    </div>
  )
}

/** `openPanel` of `waraq`, which every application can show. It is in English only. */
function EnginePanel() {
  const { engine } = useReader()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => openPanel(engine, { into: place.current! }), [engine])
  return <div ref={place} data-testid="engine-panel" />
}

/** Sorts runs, latest first. */
function newestFirst(runs: readonly LoggedRun[]): readonly LoggedRun[] {
  const timeOf = ({ startedAt, endedAt }: LoggedRun) => startedAt ?? endedAt ?? 0
  return runs.toSorted((a, b) => timeOf(b) - timeOf(a) || b.id - a.id)
}

/** The runs that this page has seen. */
function Timeline() {
  const words = useWords()
  const { runs } = useObservable(useReader().sync.runs.state)
  return (
    <section className="panel-section" aria-labelledby="timeline">
      <h2 id="timeline">{words.panel.timeline}</h2>
      {runs.length === 0 && <p className="hint">{words.panel.noRuns}</p>}
      <ol className="card timeline" data-testid="timeline">
        {newestFirst(runs).map((run) => (
          <TimelineRun key={run.id} run={run} />
        ))}
      </ol>
    </section>
  )
}
