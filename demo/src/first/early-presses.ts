/**
 * Records presses of buttons and verses that are in the page before React is, and prevents the browser's default action, which React
 * would not notice. Links work. Returns a function to call once React has taken over the page: it presses the last pressed
 * button again.
 */
export function noteEarlyPresses(root: HTMLElement): () => void {
  let pressed: HTMLElement | null = null
  const note = (event: Event) => {
    // A tap on a verse opens its panel.
    const button = (event.target as Element).closest<HTMLElement>('button, .verse-arabic')
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
