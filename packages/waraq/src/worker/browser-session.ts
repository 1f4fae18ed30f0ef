import { defaultName } from '../platform/option-values.ts'
import type { SiteStorage } from '../platform/storage/browser-parts.ts'
import { engineLives } from './protocol.ts'

/** Dependencies for detecting whether a page is the first of its browser session. */
export interface SessionDependencies {
  /** `sessionStorage`. Null if the site may not store anything: each page then counts as the first, unless another is open. */
  readonly marks: SiteStorage | null
  /** Its held locks show the engines' workers, and so the open tabs. */
  readonly locks: Pick<LockManager, 'query'> | undefined
}

const markOf = (name = defaultName) => `waraq:${name}:asked`

/**
 * Whether another tab was open before this page. The names of the life locks contain the time at which its engine's worker
 * started.
 */
async function olderTab(locks: SessionDependencies['locks'], since: number): Promise<boolean> {
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
  return held.some(({ name = '' }) => {
    const [, began] = name.split(engineLives)
    return began !== undefined && Number.parseInt(began) < since
  })
}

/**
 * Whether this page is the first of its session: this tab has not checked the service before a reload, and no other tab was
 * open when this page started, at `since` (milliseconds since 1970). Tabs that start together, as when a browser restores
 * them, all count as the first: none knows that another will check. Only one of their checks reaches the service.
 */
export async function beginsSession(
  { marks, locks }: SessionDependencies,
  name: string | undefined,
  since: number,
): Promise<boolean> {
  try {
    if (marks?.getItem(markOf(name))) return false
  } catch {
    // Storage that throws counts as missing.
  }
  return !(await olderTab(locks, since))
}

/** Marks the session as started for this tab: this page or another tab has checked the service. */
export function noteSession({ marks }: SessionDependencies, name: string | undefined): void {
  try {
    marks?.setItem(markOf(name), 'yes')
  } catch {
    // Without the mark the next page checks once more, within the budget of syncs that all pages share.
  }
}
