import { useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { timeShown, type PlayerState } from './player-state.ts'
import { usePlayerWords } from './player-words.ts'

/** Time runs from left to right in every language, as on other players. */
export function SeekBar({ state }: { readonly state: PlayerState }) {
  const { figures } = useWords()
  const words = usePlayerWords()
  const { player } = useReader()
  const { position, duration } = state
  const time = (seconds: number) => timeShown(seconds, figures.number)
  return (
    <div className="seek" dir="ltr" data-testid="seek">
      <span className="seek-time" aria-hidden="true">
        {time(position)}
      </span>
      <input
        type="range"
        min={0}
        max={duration ?? 0}
        step={0.1}
        value={Math.min(position, duration ?? 0)}
        disabled={duration === null}
        aria-label={words.position}
        aria-valuetext={time(position)}
        onChange={(event) => player.seek(Number(event.target.value))}
      />
      <span className="seek-time" aria-hidden="true">
        {duration !== null && time(duration)}
      </span>
    </div>
  )
}
