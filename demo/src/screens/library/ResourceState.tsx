import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { ResourceInfo } from 'waraq'
import { FontsLine } from '../../fonts/FontsLine.tsx'
import { RecordingsLine } from '../../player/RecordingsLine.tsx'
import { useMushaf } from '../../reading/use-mushaf.ts'
import { resourceShown } from '../../sync/resource-shown.ts'
import { isPaused, progressOf, subscriptionOf } from '../../sync/sync-state.ts'
import { usualBytes } from '../../sync/usual-bytes.ts'
import { useNow, useSettings, useSync, useWords } from '../../ui/hooks.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { readHref } from './read-href.ts'

/** Progress of one resource: always in words, with a bar while there is something to wait for. */
export function ResourceState(props: {
  readonly resource: ResourceKey
  readonly name: string
  /** Null until it is known. */
  readonly info: ResourceInfo | undefined | null
}) {
  const { resource, name, info } = props
  const words = useWords()
  const { status, online } = useSync()
  const now = useNow()
  // An empty line reserves the space. Screen readers would read out a text that is wrong for a moment.
  if (info === null) return <p className="resource-state">{'\u00a0'}</p>
  const ref = parseResourceKey(resource)
  const isVerses = ref?.group === 'translations' || ref?.group === 'tafsirs'
  const shown = resourceShown(
    {
      info,
      progress: progressOf(status, resource),
      subscription: subscriptionOf(status, resource),
      running: (status?.activity ?? null) !== null,
      paused: isPaused({ status }),
      online,
      inMemory: status?.persistent === false,
    },
    {
      words,
      contents: isVerses ? words.resource.verses : null,
      usualBytes: ref ? usualBytes(ref).received : 0,
      now,
    },
  )
  return (
    <div className="resource-state" data-testid={`progress-${resource}`} data-phase={shown.phase}>
      {shown.share !== undefined && <ProgressBar name={name} words={shown.words} share={shown.share} />}
      <p>
        {shown.words}
        {shown.phase === 'done' && <ReadNow resource={resource} name={name} />}
      </p>
      <FontsLine resource={resource} className="fonts-line" />
      <RecordingsLine resource={resource} className="fonts-line" />
      {shown.stale !== undefined && <p className="stale">{shown.stale}</p>}
    </div>
  )
}

/** A link to a text that is on this device. */
function ReadNow({ resource, name }: { readonly resource: ResourceKey; readonly name: string }) {
  const words = useWords().resource
  const href = readHref(resource, useSettings(), useMushaf())
  if (href === null) return null
  return (
    <>
      {' · '}
      <a className="read-now" href={href} aria-label={words.readNamed(name)} data-testid={`read-${resource}`}>
        {words.read}
      </a>
    </>
  )
}
