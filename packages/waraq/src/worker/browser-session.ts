import { defaultName } from '../platform/option-values.ts'
import type { SiteStorage } from '../platform/storage/browser-parts.ts'
import { engineLives } from './protocol.ts'

/** The parts by which a page finds out whether it is the first of its browser session. */
export interface SessionParts {
  /** `sessionStorage`. Null where the site may store nothing: each page then counts as the first, unless another is open. */
  readonly marks: SiteStorage | null
  /** Its held locks tell of the engines' workers, and so of open tabs. */
  readonly locks: Pick<LockManager, 'query'> | undefined
}

const markOf = (name = defaultName) => `waraq:${name}:asked`

/** Whether another tab was open before this page. The names of the life locks say since when its engine's worker lives. */
async function olderTab(locks: SessionParts['locks'], since: number): Promise<boolean> {
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
  return held.some(({ name = '' }) => {
    const [, began] = name.split(engineLives)
    return began !== undefined && Number.parseInt(began) < since
  })
}

/**
 * Whether this page is the first of its session: this tab has not asked the service before a reload, and no other tab was open
 * when this page began, at `since` (milliseconds since 1970). Tabs that begin together, as a browser restores them, are all the
 * first: none knows that another will ask, and of their questions one reaches the service.
 */
export async function beginsSession(
  { marks, locks }: SessionParts,
  name: string | undefined,
  since: number,
): Promise<boolean> {
  try {
    if (marks?.getItem(markOf(name))) return false
  } catch {
    // Storage that refuses counts as missing.
  }
  return !(await olderTab(locks, since))
}

/** Marks the session as begun for this tab: this page has asked the service, or another tab has. */
export function noteSession({ marks }: SessionParts, name: string | undefined): void {
  try {
    marks?.setItem(markOf(name), 'yes')
  } catch {
    // Without the mark the next page asks once more, within the budget of syncs that all pages share.
  }
}
