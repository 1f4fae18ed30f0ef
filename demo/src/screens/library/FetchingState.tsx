import type { ResourceKey } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'
import { storageHref } from '../../routes/route.ts'
import { isPaused, isWritable, keptOf } from '../../sync/sync-state.ts'
import { useSync, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'

/**
 * How much is on this device, and the button that pauses fetching. Always in the page, so that nothing moves when fetching
 * begins.
 */
export function FetchingState(props: {
  readonly resources: ReadonlyMap<ResourceKey, ResourceInfo> | undefined
}) {
  const words = useWords()
  const { sync } = useReader()
  const state = useSync()
  const paused = isPaused(state)
  const here = [...(props.resources?.values() ?? [])].filter(({ status }) => status === 'installed')
  const size = here.reduce((sum, info) => sum + info.size, 0)
  return (
    <div className="fetching">
      {/* The figures change with each commit, which is too often to be read aloud. */}
      {!paused && <a href={storageHref}>{words.library.total(here.length, size)}</a>}
      <p role="status">{paused && words.library.paused}</p>
      <button
        type="button"
        className={paused ? 'button strong' : 'button'}
        data-testid="pause"
        aria-pressed={paused}
        disabled={!paused && (!isWritable(state) || keptOf(state).size === 0)}
        onClick={() => void (paused ? sync.resume() : sync.pause())}
      >
        {paused ? words.library.resume : words.library.pause}
      </button>
    </div>
  )
}
