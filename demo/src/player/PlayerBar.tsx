import { later } from '../shell/later.tsx'
import { useObservable } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'

const OpenPlayer = later(() => import('./OpenPlayer.tsx').then((player) => player.OpenPlayer))

/** Stays while the reader goes from page to page, until the reader closes it. */
export function PlayerBar() {
  const { player } = useReader()
  const state = useObservable(player.state)
  return state.phase === 'closed' ? null : <OpenPlayer state={state} />
}
