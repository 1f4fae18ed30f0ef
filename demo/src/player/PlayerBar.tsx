import { later } from '../shell/later.tsx'
import { useObservable } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { useReopening } from '../ui/use-overlay-entry.ts'

const OpenPlayer = later(() => import('./OpenPlayer.tsx').then((player) => player.OpenPlayer))

const leaveEntry = () => history.back()

/** What is closed has no options: their entry of the history is left after a reload, and when the keys of the device close the player. */
function Closed() {
  useReopening('player', leaveEntry)
  return null
}

/** Stays while the reader goes from page to page, until the reader closes it. */
export function PlayerBar() {
  const { player } = useReader()
  const state = useObservable(player.state)
  return state.phase === 'closed' ? <Closed /> : <OpenPlayer state={state} />
}
