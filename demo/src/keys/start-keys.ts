import { jumping } from '../ui/jumping.ts'
import type { Reader } from '../ui/reader-context.ts'
import { isCommandKey, keyAct, type KeyAct } from './key-names.ts'
import { goToNeighbour, goToVerse, playOrPause, pressTool } from './page-acts.ts'
import { moveInToolbar } from './toolbar-keys.ts'

type Keyed = Pick<Reader, 'player' | 'settings'>

const open = (what: 'keys' | 'commands') => {
  jumping.set({ open: what })
  return true
}

function carryOut(act: KeyAct, { player }: Keyed): boolean {
  switch (act) {
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
      return pressTool(act)
    default:
      return open(act)
  }
}

/** Whether a key belongs to what has the focus: what is typed into, and for Space what is pressed by it. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  const typedInto =
    'input:not([type=radio], [type=checkbox], [type=range]), select, textarea, [contenteditable]'
  return target.closest(key === ' ' ? `${typedInto}, input, button, a, summary` : typedInto) !== null
}

/** Answers the keys of the page, except under what is open over it. Single keys can be turned off, as those who speak to it need. */
export function startKeys(reader: Keyed): void {
  const press = (event: KeyboardEvent): boolean => {
    if (event.defaultPrevented || document.querySelector('dialog:modal')) return false
    if (isCommandKey(event)) return open('commands')
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (moveInToolbar(event)) return true
    const act = keyAct(event)
    return act !== null && reader.settings.state.get().keys && !isTaken(event) && carryOut(act, reader)
  }
  addEventListener('keydown', (event) => {
    if (press(event)) event.preventDefault()
  })
}
