import type { AudioPlayer } from '../player/audio-player.ts'
import { keepInView } from '../reading/keep-in-view.ts'
import { verseAtTop } from '../reading/verse-at-top.ts'

/** What keys and commands do on the page that is shown: they press what stands there. Each returns whether there was something. */

const verses = () => [...document.querySelectorAll<HTMLElement>('li.verse')]

function pressOn(element: HTMLElement | null | undefined): boolean {
  element?.click()
  return Boolean(element)
}

/** The verse that has the focus, else the one at the top of the window, else the first. */
function currentVerse(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('li.verse')
  if (focused) return focused
  const top = verseAtTop()
  const all = verses()
  return all.find((verse) => verse.dataset['verse'] === top) ?? all[0]
}

/** Goes to the verse after the current one, by 1, or the one before. Where none has been reached, that is the first. */
export function goToVerse(by: 1 | -1): boolean {
  const all = verses()
  const current = currentVerse()
  if (!current) return false
  const isReached = current.contains(document.activeElement) || verseAtTop() !== null
  const next = isReached ? all[all.indexOf(current) + by] : current
  if (!next) return true
  next.tabIndex = -1
  next.focus({ preventScroll: true })
  keepInView(next)
  return true
}

/** The next or previous chapter, juz or page. */
export function goToNeighbour(rel: 'next' | 'prev'): boolean {
  return pressOn(document.querySelector<HTMLElement>(`main a[rel="${rel}"]`))
}

export function pressTool(name: 'play' | 'favorite' | 'copy'): boolean {
  return pressOn(currentVerse()?.querySelector<HTMLElement>(`[data-tool="${name}"]`))
}

/** Pauses and goes on; plays from the current verse if nothing is played. */
export function playOrPause(player: Pick<AudioPlayer, 'state' | 'toggle'>): boolean {
  if (player.state.get().phase === 'closed') return pressTool('play')
  player.toggle()
  return true
}
