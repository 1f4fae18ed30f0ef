import { defaultName } from '../platform/option-values.ts'
import type { SiteStorage } from '../platform/browser-parts.ts'
import { engineLives } from './protocol.ts'

/** What tells a page whether it is the first of its browser session. */
export interface SessionParts {
  /** `sessionStorage`. Null where the site may store nothing: then each page counts as the first, unless another is open. */
  readonly marks: SiteStorage | null
  /** Tells of workers, and so of tabs. */
  readonly locks: Pick<LockManager, 'query'> | undefined
}

const markOf = (name = defaultName) => `waraq:${name}:asked`

/** Whether another tab is open whose worker lives. One lock is this page's own worker's. */
async function anotherTab(locks: SessionParts['locks']): Promise<boolean> {
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
  return held.filter(({ name }) => name?.startsWith(engineLives)).length > 1
}

/** Whether no page of this session asked the service before: not this tab before a reload, and no tab that is still open. */
export async function beginsSession(
  { marks, locks }: SessionParts,
  name: string | undefined,
): Promise<boolean> {
  try {
    if (marks?.getItem(markOf(name))) return false
  } catch {
    // It is there and refuses, as if it were not.
  }
  return !(await anotherTab(locks))
}

/** This page asked, or another tab before it: for this tab the session has begun. */
export function noteSession({ marks }: SessionParts, name: string | undefined): void {
  try {
    marks?.setItem(markOf(name), 'yes')
  } catch {
    // The next page asks once more, within the budget of syncs that all pages share.
  }
}
