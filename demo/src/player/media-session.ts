import type { AudioPlayer } from './audio-player.ts'

/** Binds the media keys of keyboard, headphones and lock screen to the player. Returns a function that unbinds them. */
export function answerMediaKeys(player: AudioPlayer): () => void {
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
export function showMedia(title: string, artist: string, album: string, playing: boolean): void {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist,
    album,
    artwork: [{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' }],
  })
  navigator.mediaSession.playbackState = playing ? 'playing' : 'paused'
}
