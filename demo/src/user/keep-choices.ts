import type { AccountState } from 'waraq/user'
import type { Observable } from '../observable.ts'
import type { DeviceChoices, OpenChoices } from './open-choices.ts'

type Open = (root: string, account: string, device: DeviceChoices) => OpenChoices

/** Loaded only for people who are signed in. */
const load = async (): Promise<Open> => (await import('./open-choices.ts')).openChoices

/** Opens the choices of the signed-in account, and closes them when the account leaves. */
export function keepChoices(
  root: string,
  account: Observable<AccountState>,
  device: DeviceChoices,
  loaded: () => Promise<Open> = load,
): () => void {
  let open: { readonly account: string; readonly choices: OpenChoices } | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const follow = async () => {
    const { account: shown, session } = account.get()
    if (open && open.account !== shown) {
      const { choices } = open
      open = undefined
      // Documents that cannot be deleted now stay until the account signs out the next time. They are shown to no one else.
      await choices.leave().catch(() => choices.close())
    }
    // Offline, the backend cannot report who is signed in. The person's choices are kept all the same.
    if (open || shown === null || session === 'signed_out' || session === 'other') return
    const openChoices = await loaded()
    if (account.get().account === shown) open = { account: shown, choices: openChoices(root, shown, device) }
  }
  // If the code cannot be loaded, the settings apply only to this device until the account changes or the page opens again.
  const next = () => (turn = turn.then(follow).catch(() => undefined))
  next()
  const end = account.subscribe(next)
  return () => {
    end()
    void turn.then(() => open?.choices.close())
  }
}
