/** What a single key does on a page. */
export type KeyAction =
  'down' | 'up' | 'play' | 'next' | 'previous' | 'favorite' | 'copy' | 'hide' | 'reveal' | 'keys' | 'commands'

export const keyActions: Readonly<Record<string, KeyAction>> = {
  j: 'down',
  k: 'up',
  ' ': 'play',
  n: 'next',
  p: 'previous',
  b: 'favorite',
  c: 'copy',
  h: 'hide',
  w: 'reveal',
  '?': 'keys',
  '/': 'commands',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>
type Controlled = Pressed & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>

/** The Latin letter of a key in any layout: an Arabic keyboard has other letters in the same positions. */
function latin({ key, code, shiftKey }: Pressed): string {
  if (/^[ -~]$/.test(key)) return key.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

export function keyAction(event: Pressed): KeyAction | null {
  return keyActions[latin(event)] ?? null
}

/** Whether it is this letter with Ctrl or Command. */
function isWithControl(letter: string, event: Controlled): boolean {
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && latin(event) === letter
}

/** Ctrl+K, or Command+K. */
export const isCommandKey = (event: Controlled): boolean => isWithControl('k', event)

/** Ctrl+Z, or Command+Z. */
export const isUndoKey = (event: Controlled): boolean => isWithControl('z', event)
