/**
 * Notes presses of buttons that stand there before React does, and withholds what the browser would do by itself, which React would not
 * hear of. Links work. Call what it returns once React has been given the page: the button that was pressed last is pressed again.
 */
export function noteEarlyPresses(root: HTMLElement): () => void {
  let pressed: HTMLElement | null = null
  const note = (event: Event) => {
    const button = (event.target as Element).closest('button')
    if (!button) return
    event.preventDefault()
    pressed = button
  }
  root.addEventListener('click', note)
  return () => {
    root.removeEventListener('click', note)
    if (pressed?.isConnected) pressed.click()
  }
}
