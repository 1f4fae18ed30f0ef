import type { ResourceKey } from '@waraq/contract'
import type { ResourceInfo, ResourceProgress } from '@waraq/engine'
import { count, megabytes } from '../sync/words.ts'
import { useSync } from './hooks.ts'

interface Shown {
  readonly phase: ResourceProgress['phase'] | 'damaged'
  readonly words: string
  /** From 0 to 1; null where the end is not known; undefined where there is nothing to wait for. */
  readonly share?: number | null
}

function download(bytes: number, bytesExpected: number | null, usualBytes: number): Omit<Shown, 'phase'> {
  if (bytesExpected !== null) {
    return { words: `${megabytes(bytes)} of ${megabytes(bytesExpected)}`, share: bytes / bytesExpected }
  }
  // Browsers hide the length of what other origins send. A bar that filled up too early would be a lie.
  if (bytes > usualBytes) return { words: `${megabytes(bytes)} so far`, share: null }
  return { words: `${megabytes(bytes)} of about ${megabytes(usualBytes)}`, share: bytes / usualBytes }
}

function underWay(progress: ResourceProgress, usualBytes: number): Shown | undefined {
  const { phase, bytes, bytesExpected, rows } = progress
  switch (phase) {
    case 'waiting':
      return { phase, words: 'Waiting for its turn', share: 0 }
    case 'downloading':
      return { phase, ...download(bytes, bytesExpected, usualBytes) }
    case 'writing':
    case 'committing':
      // The body is here; how many rows it holds is known only at its end.
      return { phase, words: `Writing, ${count(rows, 'row')} so far`, share: null }
    default:
      return undefined
  }
}

function atRest(info: ResourceInfo | undefined, progress: ResourceProgress | undefined, unit: string): Shown {
  if (progress?.phase === 'owed') return { phase: 'owed', words: 'Not here yet' }
  if (progress?.phase === 'unavailable' || info?.status === 'unavailable') {
    const reason = info?.reason ? ` (${info.reason.replaceAll('_', ' ')})` : ''
    return { phase: 'unavailable', words: `The service does not offer it at present${reason}` }
  }
  if (info?.status === 'damaged') {
    return { phase: 'damaged', words: 'Part of it was lost on this device; the next sync mends it' }
  }
  // It was committed; the library's own word of it comes in a moment.
  if (!info && progress?.phase === 'done')
    return { phase: 'writing', words: 'Putting it in place', share: null }
  if (!info) return { phase: 'waiting', words: 'Comes with the next sync', share: 0 }
  return { phase: 'done', words: `On this device · ${count(info.rows, unit)} · ${megabytes(info.size)}` }
}

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
  const { progress, lastRuns, running } = useSync()
  const latest = progress.get(resource)
  // A sync that ended early leaves resources in the middle of something; it goes on with the next one.
  const moving = latest && running ? underWay(latest, info?.size || usualBytes) : undefined
  const shown = moving ?? atRest(info, latest, unit)
  const owed = lastRuns.flatMap((run) => run.owed).find(({ ref }) => `${ref.group}:${ref.id}` === resource)
  const words = shown.phase === 'owed' && owed ? `${shown.words}. ${owed.error.message}` : shown.words
  return (
    <div className="resource-state" data-testid={`progress-${resource}`} data-phase={shown.phase}>
      {shown.share !== undefined && <ProgressBar name={name} words={words} share={shown.share} />}
      <p>{words}</p>
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
