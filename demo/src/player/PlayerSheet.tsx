import type { ResourceKey } from '@waraq/protocol'
import type { VerseRange } from '../reading/range/verse-range.ts'
import { numberOf } from '../reading/verse-name.ts'
import { speeds } from '../settings/settings.ts'
import { Choice } from '../ui/Choice.tsx'
import { useNow, useObservable, useSettings, useWords } from '../ui/hooks.ts'
import { OptionsSheet } from '../ui/OptionsSheet.tsx'
import { useReader } from '../ui/reader-context.ts'
import { useOverlayEntry } from '../ui/use-overlay-entry.ts'
import { recitedOf } from '../names/recited.ts'
import { ResourceSelect } from '../ui/ResourceSelect.tsx'
import { useNames } from '../ui/use-names.ts'
import { playedVerse, tellsVerses, timeShown, type PlayerState } from './player-state.ts'
import { usePlayerWords } from './player-words.ts'
import { noRepeat, repeatTimes } from './repeat.ts'
import { SeekBar } from './SeekBar.tsx'
import { sleepMinutes, type SleepChoice } from './sleep-timer.ts'
import { useRecitations } from './use-player.ts'

interface OfState {
  readonly state: PlayerState
}

/** Chooses a recitation. The new one continues with the same verse. */
function ReciterChoice({ state }: OfState) {
  const words = usePlayerWords()
  const { player, settings } = useReader()
  const all = useWords()
  const plainName = useNames()
  const here = useRecitations()
  const { recitation, chapter } = state
  if (!recitation || here.length < 2) return null
  const choose = (key: ResourceKey) => {
    settings.change({ recitation: key })
    void player.play(key, chapter, playedVerse(state))
  }
  /** The name of a recitation. Includes how it is recorded if the reciter has another recitation on this device. */
  const nameOf = (key: ResourceKey) => {
    const name = plainName(key)
    const isShared = here.some((other) => other !== key && plainName(other) === name)
    return isShared ? `${name} · ${recitedOf(key, all)}` : name
  }
  return (
    <ResourceSelect
      className="panel-select"
      label={words.reciter}
      isLabelShown
      keys={here}
      value={recitation}
      nameOf={nameOf}
      onChoose={choose}
    />
  )
}

function SpeedChoice() {
  const words = usePlayerWords()
  const { settings } = useReader()
  const { speed } = useSettings()
  const change = (value: string) => {
    const chosen = speeds.find((each) => String(each) === value)
    if (chosen) settings.change({ speed: chosen })
  }
  return (
    <div className="sheet-speed">
      <Choice
        legend={words.speed}
        options={speeds.map((each) => ({ value: String(each), label: words.times(each) }))}
        value={String(speed)}
        onChange={change}
      />
    </div>
  )
}

const rangeValue = ({ from, to }: VerseRange) => `${from} ${to}`

function RepeatChoice({ state }: OfState) {
  const words = usePlayerWords()
  const { player } = useReader()
  const ofVerses = tellsVerses(state)
  const isPossible = ofVerses || state.repeat.of === 'chapter'
  const repeat = isPossible ? state.repeat : { ...noRepeat, times: state.repeat.times }
  // The repeated range stays an option when another range is chosen on the page.
  const both = ofVerses ? [repeat.range, state.chosen].filter((range) => range !== null) : []
  const ranges = new Map(both.map((range) => [rangeValue(range), range]))
  const plain = (of: 'nothing' | 'verse' | 'chapter') => ({ value: of as string, label: words.repeats[of] })
  const ofRanges = [...ranges].map(([value, { from, to }]) => ({
    value,
    label: words.range(numberOf(from), numberOf(to)),
  }))
  const change = (value: string) => {
    const range = ranges.get(value) ?? null
    const of = range ? 'range' : value === 'verse' || value === 'chapter' ? value : 'nothing'
    player.repeat({ of, range, times: repeat.times })
  }
  return (
    <>
      <Choice
        legend={words.repeat}
        options={[plain('nothing'), ...(ofVerses ? [plain('verse')] : []), ...ofRanges, plain('chapter')]}
        value={repeat.range ? rangeValue(repeat.range) : repeat.of}
        onChange={change}
      />
      {!ofVerses && <p className="hint">{words.noVerses}</p>}
      {repeat.of !== 'nothing' && (
        <Choice
          legend={words.howOften}
          options={repeatTimes.map((times) => ({
            value: String(times),
            label: times === Infinity ? words.endless : words.times(times),
          }))}
          value={String(repeat.times)}
          onChange={(times) => player.repeat({ ...repeat, times: Number(times) })}
        />
      )}
    </>
  )
}

/** Remaining time of the sleep timer, to the second. */
function SleepLeft({ at }: { readonly at: number }) {
  const words = usePlayerWords()
  const { figures } = useWords()
  const seconds = Math.max(0, at - useNow(1_000)) / 1_000
  return (
    <p className="hint" role="timer" data-testid="sleep-left">
      {words.sleepsIn(timeShown(Math.ceil(seconds), figures.number))}
    </p>
  )
}

function SleepTimerChoice() {
  const words = usePlayerWords()
  const { player } = useReader()
  const { choice, at } = useObservable(player.sleep.state)
  const choices: readonly SleepChoice[] = [null, ...sleepMinutes, 'chapter']
  const label = (each: SleepChoice) => {
    if (each === null) return words.sleepOff
    return each === 'chapter' ? words.chapterEnd : words.minutes(each)
  }
  return (
    <div className="sheet-sleep">
      <Choice
        legend={words.sleep}
        options={choices.map((each) => ({ value: String(each), label: label(each) }))}
        value={String(choice)}
        onChange={(value) => player.sleep.set(choices.find((each) => String(each) === value) ?? null)}
      />
      {at !== null && <SleepLeft at={at} />}
    </div>
  )
}

function Switch(props: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const { label, isOn, onChange } = props
  return (
    <label className="check-row">
      <span>{label}</span>
      <input
        type="checkbox"
        className="switch"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}

/** Options of playback, in a sheet over the page so that the row of the player stays short. */
export function PlayerSheet(
  props: OfState & {
    /** Whether the row has no room for the seek bar. */
    readonly withSeek: boolean
    readonly onClose: () => void
  },
) {
  const { state, withSeek, onClose } = props
  const { close } = useOverlayEntry('player', 'options', { onClose })
  const words = usePlayerWords()
  const { player, settings } = useReader()
  const { playsOn } = useSettings()
  return (
    <OptionsSheet title={words.title} closes={words.closeOptions} testId="player-sheet" onClose={close}>
      {withSeek && <SeekBar state={state} />}
      <ReciterChoice state={state} />
      <SpeedChoice />
      <RepeatChoice state={state} />
      <SleepTimerChoice />
      <div>
        <Switch
          label={words.playsOn}
          isOn={playsOn}
          onChange={(isOn) => settings.change({ playsOn: isOn })}
        />
        {tellsVerses(state) && (
          <Switch label={words.follow} isOn={state.following} onChange={(isOn) => player.follow(isOn)} />
        )}
      </div>
    </OptionsSheet>
  )
}
