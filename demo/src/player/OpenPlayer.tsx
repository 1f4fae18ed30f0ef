import { useEffect } from 'react'
import { displayVerse } from '../reading/verse-name.ts'
import { useChapterName } from '../reading/use-chapter-name.ts'
import { useWords } from '../ui/hooks.ts'
import { CloseIcon, FollowIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../ui/PlayerIcons.tsx'
import { useReader } from '../ui/reader-context.ts'
import { useNames } from '../ui/use-names.ts'
import { playedVerse, stepTo, type PlayerState, timeShown } from './player-state.ts'
import type { ResourceKey } from '@waraq/protocol'
import { useRecitations } from './use-player.ts'
import type { AudioPlayer } from './audio-player.ts'

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

/** Chooses a recitation; the new one goes on with the same verse. */
function RecitationChoice({ state }: { readonly state: PlayerState }) {
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

function SeekBar({ state }: { readonly state: PlayerState }) {
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

/** Binds the media keys of keyboard, headphones and lock screen to the player. Returns a function that unbinds them. */
function answerMediaKeys(player: AudioPlayer): () => void {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined
  if (!session) return () => undefined
  const toggle = () => player.toggle()
  const handlers: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[] = [
    ['play', toggle],
    ['pause', toggle],
    ['nexttrack', () => player.step(1)],
    ['previoustrack', () => player.step(-1)],
    ['seekto', ({ seekTime }) => player.seek(seekTime ?? 0)],
    ['stop', () => player.close()],
  ]
  const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action, handler)
    } catch {
      // Not all browsers know all actions.
    }
  }
  for (const [action, handler] of handlers) set(action, handler)
  return () => {
    for (const [action] of handlers) set(action, null)
    session.metadata = null
  }
}

/** Shows the recording on the lock screen. */
function showMedia(title: string, artist: string, album: string, playing: boolean): void {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist,
    album,
    artwork: [{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' }],
  })
  navigator.mediaSession.playbackState = playing ? 'playing' : 'paused'
}
