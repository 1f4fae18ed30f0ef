import { createAppStateReconciler, QuranHttpError } from '@quranjs/api/public'
import { openAppState, type AppState } from '@waraq/user-data/app-state'
import { followChoices, type DeviceSettings } from './choices.ts'

const sdk = { createAppStateReconciler, QuranHttpError }

export interface OpenChoices {
  /** The account has left this device: its documents leave it, too. The settings stay. */
  leave(): Promise<unknown>
  close(): void
}

/** Opens the choices of an account that is signed in, and has the settings of this device follow them. */
export function openChoices(root: string, account: string, settings: DeviceSettings): OpenChoices {
  const documents: AppState = openAppState({ sdk, root, account })
  const end = followChoices({ settings, documents, account })
  return {
    leave: () => {
      end()
      return documents.leave()
    },
    close: () => {
      end()
      documents.close()
    },
  }
}
