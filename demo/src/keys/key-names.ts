/** What a single key does on a page. */
export type KeyAct = 'down' | 'up' | 'play' | 'next' | 'previous' | 'favorite' | 'copy' | 'keys' | 'commands'

export const keyActs: Readonly<Record<string, KeyAct>> = {
  j: 'down',
  k: 'up',
  ' ': 'play',
  n: 'next',
  p: 'previous',
  b: 'favorite',
  c: 'copy',
  '?': 'keys',
  '/': 'commands',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** The Latin letter of a key, whatever the layout: an Arabic keyboard has other letters in the same places. */
function latin({ key, code, shiftKey }: Pressed): string {
  if (/^[ -~]$/.test(key)) return key.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

export function keyAct(event: Pressed): KeyAct | null {
  return keyActs[latin(event)] ?? null
}

/** Ctrl+K, or Command+K. */
export function isCommandKey(event: Pressed & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean {
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && latin(event) === 'k'
}
