import { createAppStateReconciler, QuranHttpError } from '@quranjs/api/public'
import { openAppState, type AppState } from 'waraq/app-state'
import { Agreed } from './agreed.ts'
import { followChoices, type DeviceSettings } from './choices.ts'
import { followKept, type DeviceLibrary } from './kept-texts.ts'

const sdk = { createAppStateReconciler, QuranHttpError }

export interface OpenChoices {
  /** Call this when the account has left this device. Deletes its documents here. The choices stay. */
  leave(): Promise<unknown>
  close(): void
}

/** A person's choices on this device. */
export interface DeviceChoices {
  readonly settings: DeviceSettings
  readonly library: DeviceLibrary
}

/** Opens the choices of a signed-in account, and keeps them and those of this device the same. */
export function openChoices(
  root: string,
  account: string,
  { settings, library }: DeviceChoices,
): OpenChoices {
  const documents: AppState = openAppState({ sdk, root, account })
  const agreed = new Agreed(account, localStorage)
  const ends = [followChoices({ settings, documents, agreed }), followKept({ library, documents, agreed })]
  const end = () => ends.forEach((each) => each())
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
