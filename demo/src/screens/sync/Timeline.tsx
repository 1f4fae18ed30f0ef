import type { LoggedRun } from '@waraq/engine/devtools'
import { useObservable, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { TimelineRun } from './TimelineRun.tsx'

/** The latest first. */
function newestFirst(runs: readonly LoggedRun[]): readonly LoggedRun[] {
  const timeOf = ({ startedAt, endedAt }: LoggedRun) => startedAt ?? endedAt ?? 0
  return runs.toSorted((a, b) => timeOf(b) - timeOf(a) || b.id - a.id)
}

/** The runs that this page has seen. */
export function Timeline() {
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
