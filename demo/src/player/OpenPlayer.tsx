import { useCallback, useEffect, useRef, useState } from 'react'
import { displayKey, displayVerse, numberOf } from '../reading/verse-name.ts'
import { useChapterName } from '../reading/use-chapter-name.ts'
import { useWords } from '../ui/hooks.ts'
import { CloseIcon, NextIcon, OptionsIcon, PauseIcon, PlayIcon, PreviousIcon } from '../ui/PlayerIcons.tsx'
import { useReader } from '../ui/reader-context.ts'
import { useMedia } from '../ui/use-media.ts'
import { useReopening } from '../ui/use-overlay-entry.ts'
import { useNames } from '../ui/use-names.ts'
import { useMediaSession } from './media-session.ts'
import { playedVerse, stepTo, verseNotFound, type PlayerState } from './player-state.ts'
import { usePlayerWords } from './player-words.ts'
import { PlayerSheet } from './PlayerSheet.tsx'
import { SeekBar } from './SeekBar.tsx'

interface OfState {
  readonly state: PlayerState
}

/**
 * Explains why nothing is heard, or not what was requested. The live region stays in the page, so that screen readers
 * announce what appears in it.
 */
function Problem({ state }: OfState) {
  const { problems, notFound } = usePlayerWords()
  const { problem } = state
  const verseKey = verseNotFound(state)
  const text = () => {
    if (problem) return 'host' in problem ? problems[problem.is](problem.host) : problems[problem.is]
    return verseKey === null ? null : notFound(numberOf(verseKey))
  }
  const said = text()
  return (
    <div role="status">
      {said !== null && (
        <p className="player-problem" data-testid="player-problem">
          {said}
        </p>
      )}
    </div>
  )
}

function Buttons({ state }: OfState) {
  const words = usePlayerWords()
  const { player } = useReader()
  const { phase, tracks } = state
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
    </div>
  )
}

/** The button that opens the sheet. It gets the focus back when the sheet closes. */
function Options({ state, withSeek }: OfState & { readonly withSeek: boolean }) {
  const words = usePlayerWords()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])
  useReopening('player', open)
  useEffect(() => {
    const opener = button.current
    return isOpen ? () => opener?.focus() : undefined
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        className="icon-button"
        ref={button}
        aria-label={words.options}
        aria-haspopup="dialog"
        data-testid="player-options"
        onClick={open}
      >
        <OptionsIcon />
      </button>
      {isOpen && <PlayerSheet state={state} withSeek={withSeek} onClose={close} />}
    </>
  )
}

/** The open player: one row with the controls and what is playing, and above it any problem. */
export function OpenPlayer({ state }: OfState) {
  const words = useWords()
  const says = usePlayerWords()
  const { player } = useReader()
  const nameOf = useNames()
  const chapterName = useChapterName()
  // On a phone, the row has no room for it.
  const hasSeek = useMedia('(width >= 48rem)')
  const verseKey = playedVerse(state)
  const title = verseKey === null ? chapterName(state.chapter) : displayVerse(verseKey, chapterName, words)
  // On a phone, the row has no room for more.
  const short = verseKey === null ? title : `${chapterName(state.chapter)} ${displayKey(verseKey, words)}`
  const reciter = state.recitation ? nameOf(state.recitation) : ''
  const { problem, recording, phase } = state
  useMediaSession(state, title, reciter)
  return (
    <section className="player" aria-label={says.region} data-testid="player">
      <Problem state={state} />
      <div className="player-row">
        <div className="player-what">
          <p className="player-title">{short}</p>
          <p className="player-about">
            <span className="player-reciter">{reciter}</span>
            <span data-testid="player-from">
              {recording && phase !== 'failed' && says.from[recording.isKept ? 'device' : 'network']}
            </span>
            {phase === 'loading' && !recording && <span>{says.loading}</span>}
          </p>
        </div>
        {problem?.is !== 'not_set_up' && <Buttons state={state} />}
        {hasSeek && <SeekBar state={state} />}
        <Options state={state} withSeek={!hasSeek} />
        <button
          type="button"
          className="icon-button player-close"
          aria-label={says.close}
          onClick={() => player.close()}
        >
          <CloseIcon />
        </button>
      </div>
    </section>
  )
}
