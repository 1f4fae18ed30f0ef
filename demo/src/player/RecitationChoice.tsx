import type { ResourceKey } from '@waraq/contract'
import { useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { useNames } from '../ui/use-names.ts'
import { playedVerse, type PlayerState } from './player-state.ts'
import { useRecitations } from './use-player.ts'

/** Chooses a recitation; the new one goes on with the same verse. */
export function RecitationChoice({ state }: { readonly state: PlayerState }) {
  const words = useWords()
  const { player, settings } = useReader()
  const nameOf = useNames()
  const here = useRecitations()
  const { recitation, chapter } = state
  if (!recitation) return null
  if (here.length < 2) return <p className="player-reciter">{nameOf(recitation)}</p>
  const choose = (key: ResourceKey) => {
    settings.change({ recitation: key })
    void player.play(key, chapter, playedVerse(state))
  }
  return (
    <select
      className="player-reciter"
      aria-label={words.reading.player.reciter}
      value={recitation}
      onChange={(event) => choose(event.target.value as ResourceKey)}
    >
      {here.map((key) => (
        <option key={key} value={key}>
          {nameOf(key)}
        </option>
      ))}
    </select>
  )
}
