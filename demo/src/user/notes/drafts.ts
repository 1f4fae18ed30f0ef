import { useObservable } from '../../ui/hooks.ts'
import { StoredValue } from '../stored-value.ts'

type Drafts = Readonly<Record<string, string>>

function parseDrafts(json: unknown): Drafts {
  const entries = Object.entries(Object(json) as object)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/**
 * Notes that are being written and not kept yet, by what they are about: the key of a verse, or of the edited note. They
 * are restored when a sheet is closed and opened again, and when the page reloads. They last as long as the tab.
 */
const drafts = new StoredValue('waraq.drafts.1', parseDrafts, 'sessionStorage')

/** Stores a draft. Null removes it. */
export function setDraft(about: string, text: string | null): void {
  const { [about]: _, ...others } = drafts.get()
  drafts.set(text === null ? others : { ...others, [about]: text })
}

/** Removes all drafts. */
export function forgetDrafts(): void {
  drafts.set({})
}

/** The draft. Null if nothing is being written. */
export function useDraft(about: string): string | null {
  return useObservable(drafts)[about] ?? null
}
