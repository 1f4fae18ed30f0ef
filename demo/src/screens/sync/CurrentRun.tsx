import type { ResourceProgress } from 'waraq'
import { Facts } from '../../ui/Facts.tsx'
import { useSync, useWords } from '../../ui/hooks.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

function ResourceRow({ resource }: { readonly resource: ResourceProgress }) {
  const words = useWords()
  const { key, phase, bytes, bytesExpected, rows } = resource
  const received =
    bytesExpected === null ? words.figures.bytes(bytes) : words.panel.received(bytes, bytesExpected)
  return (
    <li>
      <bdi>
        <code>{key}</code>
      </bdi>
      <span>
        {words.panel.resourcePhases[phase]} · {received} · {words.panel.rows(rows)}
      </span>
    </li>
  )
}

/** The current run, here or in another tab. */
export function CurrentRun() {
  const words = useWords()
  const { status } = useSync()
  const activity = status?.activity ?? null
  return (
    <section className="panel-section" aria-labelledby="current-run">
      <h2 id="current-run">{words.panel.now}</h2>
      <div
        className="card panel-card current-run"
        data-testid="current-run"
        data-phase={activity?.phase ?? 'rest'}
      >
        {activity ? (
          <>
            <p className="run-head">
              <bdi>
                <code>{activity.filter}</code>
              </bdi>
              <span className="badge calm">{words.panel.phases[activity.phase]}</span>
            </p>
            <Facts
              facts={[
                {
                  term: words.panel.mode,
                  text: activity.mode ? words.panel.modes[activity.mode] : words.panel.none,
                },
                { term: words.panel.pages, text: words.figures.number(activity.pages) },
                { term: words.panel.mutations, text: words.figures.number(activity.mutations) },
                {
                  term: words.panel.snapshots,
                  text: words.panel.of(activity.snapshots.done, activity.snapshots.total),
                },
              ]}
            />
            {activity.snapshots.total > 0 && (
              <ProgressBar
                name={words.panel.snapshots}
                words={words.panel.of(activity.snapshots.done, activity.snapshots.total)}
                share={activity.snapshots.done / activity.snapshots.total}
              />
            )}
            <ul className="run-resources">
              {activity.resources.map((resource) => (
                <ResourceRow key={resource.key} resource={resource} />
              ))}
            </ul>
          </>
        ) : (
          <p className="hint">{words.panel.rest}</p>
        )}
      </div>
    </section>
  )
}
