import { useSync, useWords } from '../../ui/hooks.ts'

/** Where each subscription stands. */
export function Subscriptions() {
  const words = useWords()
  const { status } = useSync()
  return (
    <ul className="card">
      {status?.subscriptions.map(({ filter, sequence, lastRun }) => (
        <li key={filter} className="check-row">
          <code>{filter}</code>
          <span>
            {sequence === null ? '–' : words.figures.number(sequence)} · {lastRun?.outcome ?? '–'}
          </span>
        </li>
      ))}
    </ul>
  )
}
