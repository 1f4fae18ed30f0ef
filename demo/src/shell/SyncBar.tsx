import { isPaused, isWritable, keptOf } from '../sync/sync-state.ts'
import { syncLine } from '../sync/sync-line.ts'
import { SyncIcon } from '../ui/Icons.tsx'
import { useNamesState, useNow, useSync, useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'

/** The state of syncing in words, and the button that starts a sync. */
export function SyncBar() {
  const words = useWords()
  const { sync } = useReader()
  const state = useSync()
  const paused = isPaused(state)
  // `useNow` ticks rarely: a state that has just changed is newer than its last tick.
  const now = Math.max(useNow(), Date.now())
  const { kind, line, next } = syncLine(state, now, useNamesState().unansweredAt, words)
  const running = state.asking || (state.status?.activity ?? null) !== null
  const canSync = isWritable(state) && keptOf(state).size > 0
  const disabled = running || (!paused && !canSync)
  return (
    <section className="sync-bar" aria-label={words.sync.region}>
      <div className="sync-words">
        <p className="sync-line" role="status" data-testid="sync-state" data-state={kind}>
          {kind === 'offline' && (
            <>
              <span className="badge" data-testid="offline-badge">
                {words.sync.offline}
              </span>{' '}
            </>
          )}
          {line}
        </p>
        {next !== null && (
          <p className="sync-next" data-testid="sync-next">
            {next}
          </p>
        )}
      </div>
      <button
        type="button"
        className="button sync-button"
        data-testid="sync-now"
        data-running={running}
        disabled={disabled}
        onClick={() => void (paused ? sync.resume() : sync.askForSync())}
      >
        <SyncIcon />
        <span>{words.sync[paused ? 'resume' : running ? 'running' : 'now']}</span>
      </button>
    </section>
  )
}
