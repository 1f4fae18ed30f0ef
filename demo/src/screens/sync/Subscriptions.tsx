import type { SubscriptionStatus } from 'waraq'
import { useState } from 'react'
import { isWritable } from '../../sync/sync-state.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useNow, useSync, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Outcome } from './Outcome.tsx'

function Subscription({ subscription }: { readonly subscription: SubscriptionStatus }) {
  const words = useWords()
  const now = useNow(5_000)
  const { sync } = useReader()
  const state = useSync()
  const [fetching, setFetching] = useState(false)
  const { filter, sequence, resources, currentAt, lastRun, inProgress, stale, emptyGroups } = subscription
  const { panel, figures } = words
  const fetchAgain = async () => {
    setFetching(true)
    await sync.fetchAgain(filter)
    setFetching(false)
  }
  return (
    <li className="card panel-card" data-testid={`subscription-${filter}`}>
      <p className="run-head">
        <bdi>
          <code>{filter}</code>
        </bdi>
        {lastRun && <Outcome outcome={lastRun.outcome} />}
        {inProgress && <span className="badge calm">{panel.inProgress}</span>}
        {stale && <span className="badge">{panel.stale}</span>}
      </p>
      <Facts
        facts={[
          { term: panel.sequence, text: sequence === null ? panel.none : figures.number(sequence) },
          { term: panel.resources, text: figures.number(resources) },
          {
            term: panel.currentAt,
            text: currentAt === null ? panel.never : figures.relativeTime(currentAt, now),
          },
          ...(lastRun?.retryAt
            ? [
                {
                  term: panel.retryAt,
                  text: `${figures.relativeTime(lastRun.retryAt, now)} (${lastRun.errorCode ?? ''})`,
                },
              ]
            : []),
          ...(emptyGroups.length > 0 ? [{ term: panel.emptyGroups, text: figures.list(emptyGroups) }] : []),
        ]}
      />
      {lastRun?.message && (
        // The engine's own messages, which are in English: this screen is for developers.
        <p className="run-message" lang="en" dir="ltr">
          {lastRun.message}
        </p>
      )}
      <button
        type="button"
        className="button"
        disabled={fetching || !isWritable(state)}
        aria-label={panel.fetchAgainNamed(filter)}
        onClick={() => void fetchAgain()}
      >
        {panel.fetchAgain}
      </button>
    </li>
  )
}

/** The state of each subscription. */
export function Subscriptions() {
  const words = useWords()
  const { status } = useSync()
  const subscriptions = status?.subscriptions ?? []
  return (
    <section className="panel-section" aria-labelledby="subscriptions">
      <h2 id="subscriptions">{words.panel.subscriptions}</h2>
      {subscriptions.length === 0 && <p className="hint">{words.library.nothingKept}</p>}
      <ul className="panel-list">
        {subscriptions.map((subscription) => (
          <Subscription key={subscription.filter} subscription={subscription} />
        ))}
      </ul>
    </section>
  )
}
