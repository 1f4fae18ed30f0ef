import { useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { timeShown, type PlayerState } from './player-state.ts'

export function SeekBar({ state }: { readonly state: PlayerState }) {
  const words = useWords()
  const { player } = useReader()
  const { position, duration } = state
  const time = (seconds: number) => timeShown(seconds, words.figures.number)
  return (
    <div className="seek">
      <input
        type="range"
        min={0}
        max={duration ?? 0}
        step={0.1}
        value={Math.min(position, duration ?? 0)}
        disabled={duration === null}
        aria-label={words.reading.player.position}
        aria-valuetext={time(position)}
        onChange={(event) => player.seek(Number(event.target.value))}
      />
      <span className="seek-times" aria-hidden="true">
        {duration === null ? words.reading.player.loading : `${time(position)} / ${time(duration)}`}
      </span>
    </div>
  )
}
