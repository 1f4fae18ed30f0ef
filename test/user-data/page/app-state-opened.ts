import { createAppStateReconciler, QuranHttpError } from '@quranjs/api/public'
import { backendSession } from 'waraq/user'
import { openAppState, type AppState } from 'waraq/app-state'

/** The documents of the signed-in user. They are sent when a test requests it. */
export async function openOwn(): Promise<AppState> {
  const { account } = await backendSession('/user').read(AbortSignal.timeout(10_000))
  return openAppState({
    sdk: { createAppStateReconciler, QuranHttpError },
    root: '/user',
    account: account!,
    delivery: 'manual',
  })
}

/** Adds to a number this number of times, each time on top of the value that is shown then. */
export async function addUp(appState: AppState, times: number): Promise<void> {
  const one = () =>
    appState.update('settings', 'count', (shown) => ({
      schemaVersion: 1,
      value: Number(shown?.value ?? 0) + 1,
    }))
  await Promise.all(Array.from({ length: times }, one))
}
