import { ObservableValue } from 'waraq/client'
import { useObservable } from '../../ui/hooks.ts'

/**
 * Notes that are being written and not kept yet, by what they are about: the key of a verse, or of the note that is changed. A sheet that
 * was closed and a page that was loaded again have them back. They last as long as the tab.
 */
const storageKey = 'waraq.drafts.1'

type Drafts = Readonly<Record<string, string>>

function stored(): Drafts {
  try {
    const drafts: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    const entries = Object.entries(drafts as object)
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

const state = new ObservableValue<Drafts>(stored())

function update(drafts: Drafts): void {
  state.set(drafts)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(drafts))
  } catch {
    // Without storage they last as long as the page.
  }
}

/** Null ends a draft. */
export function setDraft(about: string, text: string | null): void {
  const { [about]: _, ...others } = state.get()
  update(text === null ? others : { ...others, [about]: text })
}

/** When what a person keeps leaves the device, what they were writing does, too. */
export function forgetDrafts(): void {
  update({})
}

/** Null where nothing is being written. */
export function useDraft(about: string): string | null {
  return useObservable(state)[about] ?? null
}
