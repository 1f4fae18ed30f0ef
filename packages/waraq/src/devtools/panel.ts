import { systemClock, type Clock } from '../client/clock.ts'
import { resourceKey } from '@waraq/protocol'
import type { Problem } from '../sync/status/problem.ts'
import type { EngineStatus, SubscriptionStatus } from '../sync/status/status.ts'
import type { SyncEngine } from '../sync/api/sync-engine.ts'
import { count, refreshComes, lineOf, megabytes, problemLine, timeOf } from './lines.ts'
import { withStatus, type LoggedRun } from './run-log.ts'

export interface PanelOptions {
  /** The element that gets the panel. Default: the end of the page, fixed to its lower corner. */
  readonly into?: Element | undefined
  readonly clock?: Pick<Clock, 'now'> | undefined
}

const mostRuns = 20

/** Colours are the system's, light or dark as the page is. A constructed style sheet needs no `unsafe-inline`. */
const sheetText = `
  :host { all: initial; display: block; color-scheme: light dark; font: 13px/1.5 system-ui, sans-serif; }
  :host([data-floating]) { position: fixed; inset: auto 0 0 auto; z-index: 2147483647; max-width: 100vw; }
  details { background: Canvas; color: CanvasText; border: 1px solid GrayText; }
  summary { padding: 8px 12px; cursor: pointer; font-weight: 600; }
  section { padding: 0 12px 12px; max-height: 70vh; overflow: auto; }
  :host([data-floating]) section { width: 34rem; max-width: calc(100vw - 26px); }
  h2 { font-size: 1em; margin: 12px 0 4px; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { overflow-wrap: anywhere; }
  p { margin: 0; }
`

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function list(lines: readonly string[], none: string): HTMLElement {
  if (lines.length === 0) return element('p', none)
  const made = document.createElement('ul')
  made.append(...lines.map((line) => element('li', line)))
  return made
}

const subscriptionLine = ({
  filter,
  lastRun,
  resources,
  sequence,
  stale,
  inProgress,
  refreshes,
}: SubscriptionStatus) =>
  [
    `${filter}: ${lastRun?.outcome ?? 'never synced'}`,
    `${count(resources, 'resource')} at sequence ${sequence ?? 'none'}`,
    ...(inProgress ? ['a set is under way'] : []),
    ...(stale ? ['stale'] : []),
    ...refreshes.map(({ ref, dueAt }) => `a deferred refresh of ${resourceKey(ref)} ${refreshComes(dueAt)}`),
  ].join(', ')

function activityLines({ activity, role }: EngineStatus): string[] {
  if (!activity) return []
  const { filter, phase, pages, mutations, snapshots, resources } = activity
  const where = role === 'follower' ? ', in another tab' : ''
  return [
    `${filter}: ${phase}${where}, ${count(pages, 'page')}, ${count(mutations, 'change')}, ${snapshots.done} of ${snapshots.total} snapshots`,
    ...resources.map(({ key, phase: stage, rows }) => `${key}: ${stage}, ${count(rows, 'row')}`),
  ]
}

function nextLine({ schedule }: EngineStatus): string {
  if (!schedule) return 'None: startAutoSync was not called.'
  const { nextSyncAt, reason, failures } = schedule
  const failed = failures > 0 ? `, after ${count(failures, 'failure')}` : ''
  return nextSyncAt === null ? `None: ${reason}${failed}.` : `At ${timeOf(nextSyncAt)}: ${reason}${failed}.`
}

function storageLine({ storage: { usage, quota, why } }: EngineStatus): string {
  const sizeOf = (bytes: number | null) => (bytes === null ? 'unknown' : megabytes(bytes))
  return `${sizeOf(usage)} of ${sizeOf(quota)}. ${why}`
}

/** The panel's headings, each with its content. */
function partsOf(status: EngineStatus, problem: Problem | null, runs: readonly LoggedRun[]): HTMLElement[] {
  const ended = runs.filter(({ outcome }) => outcome !== null).slice(-mostRuns)
  const latest = ended
    .toReversed()
    .map((run) => `${run.endedAt === null ? '' : `${timeOf(run.endedAt)} `}${lineOf(run)}`)
  const parts: readonly (readonly [string, HTMLElement])[] = [
    ['Problem', element('p', problem ? problemLine(problem) : 'None.')],
    ['Next sync', element('p', nextLine(status))],
    ['Under way', list(activityLines(status), 'Nothing.')],
    ['Subscriptions', list(status.subscriptions.map(subscriptionLine), 'None.')],
    ['Storage', element('p', storageLine(status))],
    [`Last runs, ${mostRuns} at most`, list(latest, 'None yet.')],
  ]
  return parts.flatMap(([heading, body]) => [element('h2', heading), body])
}

/**
 * Opens a small panel for developers that shows the state of the engine: the problem, the next sync and its reason, the run
 * in progress, subscriptions, storage, the last twenty runs. In English. Returns a function that removes the panel.
 */
export function openPanel(
  engine: Pick<SyncEngine, 'watch' | 'onProblem'>,
  { into, clock = systemClock }: PanelOptions = {},
): () => void {
  const host = document.createElement('div')
  host.lang = 'en'
  host.dir = 'ltr'
  if (!into) host.dataset['floating'] = ''
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(sheetText)
  root.adoptedStyleSheets = [sheet]
  const summary = element('summary', 'Waraq: opening')
  const body = document.createElement('section')
  body.tabIndex = 0
  body.setAttribute('aria-label', 'Waraq')
  const details = document.createElement('details')
  details.append(summary, body)
  root.append(details)

  let runs: readonly LoggedRun[] = []
  let status: EngineStatus | undefined
  let problem: Problem | null = null
  const draw = () => {
    const state = status?.activity ? 'syncing' : problem ? problem.code : status ? 'rests' : 'opening'
    summary.textContent = `Waraq: ${state}`
    if (status) body.replaceChildren(...partsOf(status, problem, runs))
    else if (problem) body.replaceChildren(element('h2', 'Problem'), element('p', problemLine(problem)))
  }
  const endRuns = engine.watch((reported) => {
    status = reported
    runs = withStatus(runs, reported, clock.now())
    draw()
  })
  const endProblems = engine.onProblem((reported) => {
    problem = reported
    draw()
  })
  ;(into ?? document.body).append(host)
  return () => {
    endRuns()
    endProblems()
    host.remove()
  }
}
