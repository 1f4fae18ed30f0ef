import { useSyncExternalStore } from 'react'
import type { RefTo } from '../../quran/readers/arguments.ts'
import { checkRef } from '../../quran/readers/arguments.ts'
import { useApp } from './provider.ts'
import { useResourceDescription } from './use-catalogue.ts'

const none = { get: () => '', subscribe: () => () => undefined }
const empty = () => ''

/** The line that credits a text and its author, to be shown with the text. Empty until it is known, and on a server. */
export function useAttribution(ref: RefTo<string>): string {
  const app = useApp()
  const { attribution, listed } = useResourceDescription(checkRef(ref))
  const { subscribe, get } = app?.attribution(ref) ?? none
  const line = useSyncExternalStore(subscribe, get, empty)
  return line || (listed ? attribution : '')
}
