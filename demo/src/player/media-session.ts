import { useEffect } from 'react'
import { useSettings, useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import type { AudioPlayer } from './audio-player.ts'
import type { PlayerState } from './player-state.ts'

/** Assigns the keys of headphones and the lock screen to the player while it is open. */
export function useMediaSession(state: PlayerState, title: string, reciter: string): void {
  const words = useWords()
  const { player } = useReader()
  const { speed } = useSettings()
  const { duration, position } = state
  useEffect(() => answerMediaKeys(player), [player])
  const isPlaying = state.phase === 'playing'
  useEffect(() => showMedia(title, reciter, words.name, isPlaying), [title, reciter, words, isPlaying])
  useEffect(() => showPosition(position, duration, speed), [position, duration, speed])
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
      // Not all browsers support all actions.
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

/** The lock screen advances its own bar at the reported speed. */
function showPosition(position: number, duration: number | null, playbackRate: number): void {
  if (!('mediaSession' in navigator)) return
  // Browsers reject a position beyond the end.
  const at =
    duration === null ? undefined : { duration, position: Math.min(position, duration), playbackRate }
  navigator.mediaSession.setPositionState?.(at)
}
