import { jumping } from '../ui/jumping.ts'
import type { Reader } from '../ui/reader-context.ts'
import { undoLast } from '../ui/said.ts'
import { isCommandKey, isUndoKey, keyAction, type KeyAction } from './key-names.ts'
import { goToNeighbour, goToVerse, playOrPause, pressTool, revealNext, toggleHiding } from './page-actions.ts'
import { moveInToolbar } from './toolbar-keys.ts'

type Keyed = Pick<Reader, 'player' | 'settings'>

const open = (what: 'keys' | 'commands') => {
  jumping.set({ open: what })
  return true
}

function carryOut(action: KeyAction, { player }: Keyed): boolean {
  switch (action) {
    case 'down':
      return goToVerse(1)
    case 'up':
      return goToVerse(-1)
    case 'play':
      return playOrPause(player)
    case 'next':
      return goToNeighbour('next')
    case 'previous':
      return goToNeighbour('prev')
    case 'favorite':
    case 'copy':
      return pressTool(action)
    case 'hide':
      return toggleHiding()
    case 'reveal':
      return revealNext()
    default:
      return open(action)
  }
}

/** Whether the focused element needs the key itself: text fields, and for Space also elements that it presses. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  const typedInto =
    'input:not([type=radio], [type=checkbox], [type=range]), select, textarea, [contenteditable]'
  return target.closest(key === ' ' ? `${typedInto}, input, button, a, summary` : typedInto) !== null
}

/**
 * Handles the keys of the page. While a dialog is open over it, only undo works. Single keys can be turned off, as people who use
 * speech input need.
 */
export function startKeys(reader: Keyed): void {
  const press = (event: KeyboardEvent): boolean => {
    if (event.defaultPrevented) return false
    // A text field undoes its own changes.
    if (isUndoKey(event)) return !isTaken(event) && undoLast()
    if (document.querySelector('dialog:modal')) return false
    if (isCommandKey(event)) return open('commands')
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (moveInToolbar(event)) return true
    const action = keyAction(event)
    return action !== null && reader.settings.state.get().keys && !isTaken(event) && carryOut(action, reader)
  }
  addEventListener('keydown', (event) => {
    if (press(event)) event.preventDefault()
  })
}
