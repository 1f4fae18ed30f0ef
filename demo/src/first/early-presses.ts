/**
 * Records presses of buttons and verses that are in the page before React is, and prevents the browser's default action,
 * which React would not notice. Links work. Returns a function to call once React has taken over the page: it repeats the
 * last press.
 */
export function noteEarlyPresses(root: HTMLElement): () => void {
  let pressed: HTMLElement | null = null
  const note = (event: Event) => {
    const target = (event.target as Element).closest<HTMLElement>('button, .verse-arabic')
    if (!target) return
    event.preventDefault()
    pressed = target
  }
  root.addEventListener('click', note)
  return () => {
    root.removeEventListener('click', note)
    if (pressed?.isConnected) pressed.click()
  }
}
