import type { AudioPlayer } from '../player/audio-player.ts'
import { keepInView } from '../reading/keep-in-view.ts'
import { hideWords, hiding } from '../reading/memorise/hiding.ts'
import { verseAtTop } from '../reading/verse-at-top.ts'

/**
 * Actions of keys and commands on the current page. They press the controls of that page. Each returns whether there was
 * something to press.
 */

/** The verses of a list, or on a mushaf page the marks at their ends. */
const ofVerse = 'li.verse, [data-verse-end]'
const verses = () => [...document.querySelectorAll<HTMLElement>(ofVerse)]
const focusedVerse = () => document.activeElement?.closest<HTMLElement>(ofVerse)

function pressOn(element: HTMLElement | null | undefined): boolean {
  element?.click()
  return Boolean(element)
}

/** The verse that has the focus, else the one at the top of the window, else the first. */
function currentVerse(): HTMLElement | undefined {
  const focused = focusedVerse()
  if (focused) return focused
  const top = verseAtTop()
  const all = verses()
  return all.find((verse) => verse.dataset['verse'] === top) ?? all[0]
}

/** Goes to the verse after the current one (1) or before it (-1). If no verse has been reached yet, goes to the first one. */
export function goToVerse(by: 1 | -1): boolean {
  const all = verses()
  const current = currentVerse()
  if (!current) return false
  const isAtTop = current.dataset['verse'] === verseAtTop()
  const next = focusedVerse() || isAtTop ? all[all.indexOf(current) + by] : current
  if (!next) return true
  // A mark is a button, and a stop of the Tab key as it is.
  if (next.matches('li')) next.tabIndex = -1
  next.focus({ preventScroll: true })
  keepInView(next)
  return true
}

/** The next or previous chapter, juz or page. */
export function goToNeighbour(rel: 'next' | 'prev'): boolean {
  return pressOn(document.querySelector<HTMLElement>(`main a[rel="${rel}"]`))
}

/** Presses a tool of the current verse. A mushaf page has the tools of one verse (`PageTools`). */
export function pressTool(name: 'play' | 'favorite' | 'copy'): boolean {
  const tool = `[data-tool="${name}"]`
  const found = currentVerse()?.querySelector<HTMLElement>(tool)
  return pressOn(found ?? document.querySelector<HTMLElement>(`[data-page-tools] ${tool}`))
}

/** Hides the Arabic words of the verses, or shows them again. */
export function toggleHiding(): boolean {
  if (!currentVerse()) return false
  hideWords(hiding.get() === null)
  return true
}

/** Reveals the next hidden word: of the current verse, or else of the first one after it that has any. */
export function revealNext(): boolean {
  const all = verses()
  const current = currentVerse()
  const next = current && all.slice(all.indexOf(current)).find((verse) => verse.querySelector('.hidden-word'))
  if (!next) return false
  keepInView(next)
  return pressOn(next.querySelector<HTMLElement>('.verse-arabic'))
}

/** Pauses or resumes. If nothing is playing, plays from the current verse. */
export function playOrPause(player: Pick<AudioPlayer, 'state' | 'toggle'>): boolean {
  if (player.state.get().phase === 'closed') return pressTool('play')
  player.toggle()
  return true
}
