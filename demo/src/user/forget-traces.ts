import { nothingRead } from '../settings/settings.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { forgetDrafts } from './notes/drafts.ts'
import { forgetHistory } from './plan/reading-log.ts'

/**
 * Removes what shows where a person read, what they searched for and what they were writing. Used when their data leaves the
 * device, so that the next person sees none of it. Their choices stay.
 */
export function forgetTraces(settings: Pick<SettingsStore, 'change'>): void {
  settings.change(nothingRead)
  forgetDrafts()
  forgetHistory()
}
