import type { LoggedRun } from 'waraq'
import { useWords } from '../../ui/hooks.ts'
import type { Words } from '../../words/words.ts'
import { Outcome } from './Outcome.tsx'

/** Counts of what the run did, as far as they are known. */
function countsOf({ counts }: LoggedRun, { panel, figures }: Words): string {
  if (!counts) return panel.unseen
  const { pages, mutations, snapshots, rows, bytes, exact } = counts
  const parts = [
    `${panel.pages} ${figures.number(pages)}`,
    `${panel.mutations} ${figures.number(mutations)}`,
    `${panel.snapshots} ${figures.number(snapshots)}`,
    panel.rows(rows),
    figures.bytes(bytes),
  ].join(' · ')
  return exact ? parts : `${parts} · ${panel.asSeen}`
}

export function TimelineRun({ run }: { readonly run: LoggedRun }) {
  const words = useWords()
  const { filter, mode, startedAt, endedAt, elsewhere, outcome, errorCode, retryAt } = run
  const { panel, figures } = words
  const facts = [
    ...(mode ? [panel.modes[mode]] : []),
    ...(startedAt !== null && endedAt !== null ? [figures.duration(endedAt - startedAt)] : []),
    ...(elsewhere ? [panel.elsewhere] : []),
    ...(retryAt === null ? [] : [panel.nextTry(retryAt)]),
  ]
  return (
    <li
      className="timeline-run"
      data-testid="timeline-run"
      data-filter={filter}
      data-outcome={outcome ?? 'none'}
    >
      <time dateTime={new Date(startedAt ?? endedAt ?? 0).toISOString()}>
        {figures.clock(startedAt ?? endedAt ?? 0)}
      </time>
      <div>
        <p className="run-head">
          <bdi>
            <code>{filter}</code>
          </bdi>
          {outcome ? (
            <Outcome outcome={outcome} />
          ) : (
            <span className="badge calm">{endedAt === null ? panel.running : panel.ended}</span>
          )}
          {errorCode && <code className="error-code">{errorCode}</code>}
        </p>
        <p className="hint">{facts.join(' · ')}</p>
        <p className="hint">{countsOf(run, words)}</p>
      </div>
    </li>
  )
}
