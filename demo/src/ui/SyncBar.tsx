import { syncWords, workDone } from '../sync/words.ts'
import { SyncIcon } from './Icons.tsx'
import { useNow, useSync } from './hooks.ts'
import { useReader } from './reader-context.ts'

/** Where syncing stands, in words, and the button that starts it. */
export function SyncBar() {
  const { sync } = useReader()
  const state = useSync()
  // A state is newer than the last tick of the clock when something has just happened.
  const now = Math.max(useNow(), Date.now())
  const { kind, line } = syncWords(state, now)
  const done = state.running ? null : workDone(state.lastRuns)
  const disabled = state.running || !state.online || state.kept.size === 0
  return (
    <section className="sync-bar" aria-label="Sync">
      <div className="sync-words">
        <p className="sync-line" role="status" data-testid="sync-state" data-state={kind}>
          {kind === 'offline' && (
            <>
              <span className="badge" data-testid="offline-badge">
                Offline
              </span>{' '}
            </>
          )}
          {line}
        </p>
        {done !== null && (
          <p className="sync-done" data-testid="sync-report">
            <span className="wide-only">Last sync: </span>
            {done}
          </p>
        )}
      </div>
      <button
        type="button"
        className="button sync-button"
        data-testid="sync-now"
        data-running={state.running}
        disabled={disabled}
        onClick={() => sync.syncNow()}
      >
        <SyncIcon />
        <span>{state.running ? 'Syncing' : 'Sync now'}</span>
      </button>
    </section>
  )
}
