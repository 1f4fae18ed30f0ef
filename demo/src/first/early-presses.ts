/**
 * Notes presses of buttons that stand there before React does. Links work by themselves. Call what it returns once React has been
 * given the page: the button that was pressed last is pressed again.
 */
export function noteEarlyPresses(root: HTMLElement): () => void {
  let pressed: HTMLElement | null = null
  const note = ({ target }: Event) => {
    pressed = (target as Element).closest('button') ?? pressed
  }
  root.addEventListener('click', note)
  return () => {
    root.removeEventListener('click', note)
    if (pressed?.isConnected) pressed.click()
  }
}
