import type { ResourceKey } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'
import { resourceShown } from '../sync/resource-shown.ts'
import { progressOf, subscriptionOf } from '../sync/sync-state.ts'
import { useNow, useSync } from './hooks.ts'

/** How far one resource has come: words always, a bar while there is something to wait for. */
export function ResourceState(props: {
  readonly resource: ResourceKey
  readonly name: string
  readonly info: ResourceInfo | undefined
  readonly unit: string
  /** What such a resource usually weighs, where neither the service nor an earlier copy tells. */
  readonly usualBytes: number
}) {
  const { resource, name, info, unit, usualBytes } = props
  const { status } = useSync()
  const now = useNow()
  const shown = resourceShown(
    {
      info,
      progress: progressOf(status, resource),
      subscription: subscriptionOf(status, resource),
      running: (status?.activity ?? null) !== null,
      inMemory: status?.persistent === false,
    },
    { unit, usualBytes, now },
  )
  return (
    <div className="resource-state" data-testid={`progress-${resource}`} data-phase={shown.phase}>
      {shown.share !== undefined && <ProgressBar name={name} words={shown.words} share={shown.share} />}
      <p>{shown.words}</p>
      {shown.stale !== undefined && <p className="stale">{shown.stale}</p>}
    </div>
  )
}

function ProgressBar(props: {
  readonly name: string
  readonly words: string
  readonly share: number | null
}) {
  const percent = props.share === null ? undefined : Math.round(props.share * 100)
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={props.name}
      aria-valuetext={props.words}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div
        className={percent === undefined ? 'progress-fill unknown' : 'progress-fill'}
        style={percent === undefined ? undefined : { inlineSize: `${percent}%` }}
      />
    </div>
  )
}
