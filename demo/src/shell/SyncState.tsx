import { useCallback, useRef, useState } from 'react'
import { noticesOf, type Notice } from '../sync/notices.ts'
import { syncLine, type SyncLine } from '../sync/sync-line.ts'
import { isPaused, isWritable, keptOf, type SyncState as State } from '../sync/sync-state.ts'
import { updates } from '../updates.ts'
import { OfflineIcon, SyncIcon } from '../ui/Icons.tsx'
import { useNamesState, useNow, useObservable, useSync, useWords } from '../ui/hooks.ts'
import { PauseIcon } from '../ui/PlayerIcons.tsx'
import { useReader } from '../ui/reader-context.ts'
import { useLightOverlayEntry, useReopening } from '../ui/use-overlay-entry.ts'
import { NoticeItem } from './NoticeItem.tsx'

/** States that are announced without being asked for. For all others, the sign is enough. */
const wrong: ReadonlySet<SyncLine['kind']> = new Set(['problem', 'stale'])

/** Not from `useId`: the first text is written with it before React is loaded. */
const detailsId = 'sync-details'

function isRunning({ asking, status }: State): boolean {
  return asking || (status?.activity ?? null) !== null
}

/**
 * Whether a sync has not ended. The timetable notes its end and its problems a moment after its last step. If the engine is
 * in trouble, nothing more is noted.
 */
function isUnsettled(state: State): boolean {
  const isInProgress = state.status?.schedule?.reason === 'in_progress' || state.restarting
  return isRunning(state) || (isInProgress && state.trouble === null)
}

function SignIcon({ kind }: { readonly kind: SyncLine['kind'] }) {
  if (kind === 'offline') return <OfflineIcon />
  return kind === 'paused' ? <PauseIcon /> : <SyncIcon />
}

/** Starts a sync, or ends a pause. */
function SyncButton({ state }: { readonly state: State }) {
  const words = useWords()
  const { sync } = useReader()
  const paused = isPaused(state)
  const running = isRunning(state)
  const canSync = isWritable(state) && keptOf(state).size > 0
  return (
    <button
      type="button"
      className="button"
      data-testid="sync-now"
      disabled={running || (!paused && !canSync)}
      onClick={() => void (paused ? sync.resume() : sync.askForSync())}
    >
      {words.sync[paused ? 'resume' : running ? 'running' : 'now']}
    </button>
  )
}

/** The details that the sign opens. Back closes them, and so does a link to another page. */
function Details(props: {
  readonly state: State
  readonly shown: SyncLine
  readonly notices: readonly Notice[]
  readonly onClose: () => void
}) {
  const { state, shown, notices, onClose } = props
  const words = useWords()
  useLightOverlayEntry('sync', 'open', onClose)
  return (
    <>
      <p className="sync-line" data-testid="sync-line">
        {shown.kind === 'offline' && (
          <>
            <span className="badge">{words.sync.states.offline}</span>{' '}
          </>
        )}
        {shown.line}
      </p>
      {shown.next !== null && (
        <p className="hint" data-testid="sync-next">
          {shown.next}
        </p>
      )}
      {notices.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} />
      ))}
      <SyncButton state={state} />
    </>
  )
}

/**
 * The state of syncing: a small sign that opens its details, and the notices for the reader. None of it takes space from
 * the text, so nothing moves when it changes.
 *
 * The two live regions are always in the page. Screen readers announce text that appears inside a live region, but often
 * not a region that appears together with its text.
 */
export function SyncState() {
  const words = useWords()
  const state = useSync()
  const [open, setOpen] = useState(false)
  const details = useRef<HTMLElement>(null)
  const close = useCallback(() => details.current?.hidePopover(), [])
  useReopening(
    'sync',
    useCallback(() => void details.current?.togglePopover(true), []),
  )
  // `useNow` ticks rarely: a state that has just changed may be newer than its last tick.
  const now = Math.max(useNow(), Date.now())
  const shown = syncLine(state, now, useNamesState().unansweredAt, words)
  const notices = noticesOf(state, useObservable(updates), now, words)
  const { standing, putAway } = usePutAway(notices, shown.kind === 'current' && !isUnsettled(state))
  const isMarked = notices.length > 0 || wrong.has(shown.kind)
  const label = words.sync.states[shown.kind === 'waiting' && state.status === null ? 'opening' : shown.kind]
  const said = open || (notices.length === 0 && wrong.has(shown.kind)) ? shown.line : null
  return (
    <div className="sync-state">
      <button
        type="button"
        className="sync-sign"
        aria-label={[`${words.sync.region}: ${label}`, ...notices.map(({ title }) => title)].join('. ')}
        aria-expanded={open}
        popoverTarget={detailsId}
        data-testid="sync-state"
        data-state={shown.kind}
        data-running={isUnsettled(state)}
        data-marked={isMarked}
      >
        <SignIcon kind={shown.kind} />
        <span>{label}</span>
      </button>
      <section
        id={detailsId}
        ref={details}
        popover="auto"
        className="sync-details"
        aria-label={words.sync.region}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          // Notices that the reader has seen here need not stay over the text.
          putAway(notices)
        }}
      >
        {open && <Details state={state} shown={shown} notices={notices} onClose={close} />}
      </section>
      <section className="notices" aria-label={words.notices.region}>
        {(['alert', 'status'] as const).map((role) => (
          <div key={role} role={role}>
            {!open &&
              standing
                .filter((notice) => notice.role === role)
                .map((notice) => (
                  <NoticeItem key={notice.id} notice={notice} onPutAway={() => putAway([notice])} />
                ))}
            {role === 'status' && said !== null && <p className="visually-hidden">{said}</p>}
          </div>
        ))}
      </section>
    </div>
  )
}

/**
 * Returns the notices that the reader has not dismissed. `isWell`: everything is up to date. Before that, a notice that
 * disappears may come back in a moment, as between two attempts of a sync, so it stays dismissed.
 */
function usePutAway(
  notices: readonly Notice[],
  isWell: boolean,
): {
  readonly standing: readonly Notice[]
  readonly putAway: (seen: readonly Notice[]) => void
} {
  const [away, setAway] = useState<ReadonlySet<Notice['id']>>(new Set())
  const there = new Set(notices.map(({ id }) => id))
  const gone = isWell ? [...away].filter((id) => !there.has(id)) : []
  // A notice that comes back later is shown again.
  if (gone.length > 0) setAway(new Set([...away].filter((id) => there.has(id))))
  return {
    standing: notices.filter(({ id, quiet }) => !quiet && !away.has(id)),
    putAway: (seen) => setAway((before) => new Set([...before, ...seen.map(({ id }) => id)])),
  }
}
