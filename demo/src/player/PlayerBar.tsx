import { later } from '../shell/later.tsx'
import { useObservable } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { useReopening } from '../ui/use-overlay-entry.ts'

const OpenPlayer = later(() => import('./OpenPlayer.tsx').then((player) => player.OpenPlayer))

const leaveEntry = () => history.back()

/** A closed player has no options. Their history entry is still there after a reload, and when media keys close the player. */
function Closed() {
  useReopening('player', leaveEntry)
  return null
}

/** Stays open across pages until the reader closes it. */
export function PlayerBar() {
  const { player } = useReader()
  const state = useObservable(player.state)
  return state.phase === 'closed' ? <Closed /> : <OpenPlayer state={state} />
}
