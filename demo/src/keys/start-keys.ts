import { moveInToolbar } from './toolbar-keys.ts'

function press(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, altKey, defaultPrevented } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey) return
  if (moveInToolbar(event)) event.preventDefault()
}

/** Answers the keys of the page. */
export function startKeys(): void {
  addEventListener('keydown', press)
}
