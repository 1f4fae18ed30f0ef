import { useEffect } from 'react'
import { displayVerse } from '../reading/verse-name.ts'
import { useChapterName } from '../reading/use-chapter-name.ts'
import { useWords } from '../ui/hooks.ts'
import { CloseIcon, FollowIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../ui/PlayerIcons.tsx'
import { useReader } from '../ui/reader-context.ts'
import { useNames } from '../ui/use-names.ts'
import { answerMediaKeys, showMedia } from './media-session.ts'
import { playedVerse, stepTo, type PlayerState } from './player-state.ts'
import { RecitationChoice } from './RecitationChoice.tsx'
import { SeekBar } from './SeekBar.tsx'

function Problem({ state }: { readonly state: PlayerState }) {
  const words = useWords().reading.player
  const { problem } = state
  return (
    <p className="player-problem" role="status" data-testid="player-problem">
      {problem && ('host' in problem ? words.problems[problem.is](problem.host) : words.problems[problem.is])}
    </p>
  )
}

function Buttons({ state }: { readonly state: PlayerState }) {
  const words = useWords().reading.player
  const { player } = useReader()
  const { phase, tracks, following } = state
  return (
    <div className="player-buttons">
      <button
        type="button"
        className="icon-button"
        aria-label={words.previous}
        disabled={stepTo(state, -1) === null}
        onClick={() => player.step(-1)}
      >
        <PreviousIcon />
      </button>
      <button
        type="button"
        className="icon-button strong"
        aria-label={phase === 'playing' ? words.pause : words.play}
        disabled={phase === 'loading' || tracks.length === 0}
        onClick={() => player.toggle()}
      >
        {phase === 'playing' ? <PauseIcon /> : <PlayIcon />}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={words.next}
        disabled={stepTo(state, 1) === null}
        onClick={() => player.step(1)}
      >
        <NextIcon />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={words.follow}
        aria-pressed={following}
        onClick={() => player.follow(!following)}
      >
        <FollowIcon />
      </button>
    </div>
  )
}

/** Keys of headphones and the lock screen belong to the player while it is open. */
function useMediaSession(state: PlayerState, title: string, reciter: string): void {
  const words = useWords()
  const { player } = useReader()
  useEffect(() => answerMediaKeys(player), [player])
  const isPlaying = state.phase === 'playing'
  useEffect(() => showMedia(title, reciter, words.name, isPlaying), [title, reciter, words, isPlaying])
}

/** Plays, and says what is played. */
export function OpenPlayer({ state }: { readonly state: PlayerState }) {
  const words = useWords()
  const { player } = useReader()
  const nameOf = useNames()
  const chapterName = useChapterName()
  const verseKey = playedVerse(state)
  const title = verseKey === null ? chapterName(state.chapter) : displayVerse(verseKey, chapterName, words)
  const reciter = state.recitation ? nameOf(state.recitation) : ''
  useMediaSession(state, title, reciter)
  return (
    <section className="player" aria-label={words.reading.player.region} data-testid="player">
      <div className="player-what">
        <p className="player-title">{title}</p>
        <RecitationChoice state={state} />
        <p className="player-from" data-testid="player-from">
          {state.recording && words.reading.player.from[state.recording.isKept ? 'device' : 'network']}
        </p>
      </div>
      {state.problem?.is !== 'not_set_up' && <Buttons state={state} />}
      {state.problem ? <Problem state={state} /> : <SeekBar state={state} />}
      <button
        type="button"
        className="icon-button player-close"
        aria-label={words.reading.player.close}
        onClick={() => player.close()}
      >
        <CloseIcon />
      </button>
    </section>
  )
}
