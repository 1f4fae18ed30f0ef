import type { AccountState } from 'waraq/user'
import type { Observable } from '../observable.ts'
import type { DeviceChoices, OpenChoices } from './open-choices.ts'

type Open = (root: string, account: string, device: DeviceChoices) => OpenChoices

/** Loaded only for who is signed in. */
const load = async (): Promise<Open> => (await import('./open-choices.ts')).openChoices

/** Opens the choices of who is signed in, and closes them when the account leaves. */
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
      // What cannot be deleted now stays until the account signs out the next time: it is shown to no other.
      await choices.leave().catch(() => choices.close())
    }
    // Offline the backend does not say who is signed in. What the person chooses is kept all the same.
    if (open || shown === null || session === 'signed_out' || session === 'other') return
    const openChoices = await loaded()
    if (account.get().account === shown) open = { account: shown, choices: openChoices(root, shown, device) }
  }
  // Where the code cannot be loaded, the settings are this device's alone, until the account changes or the page opens again.
  const next = () => (turn = turn.then(follow).catch(() => undefined))
  next()
  const end = account.subscribe(next)
  return () => {
    end()
    void turn.then(() => open?.choices.close())
  }
}
