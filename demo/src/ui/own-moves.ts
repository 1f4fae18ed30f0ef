/** Events with which a reader starts to move a page. They do not occur before the page scrolls automatically. */
const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/**
 * Calls back whenever the reader starts to move the page. The event during which this is called does not count. Returns a
 * function that stops that.
 */
export function onOwnMove(listener: () => void): () => void {
  const begun = performance.now()
  const moved = ({ timeStamp }: Event) => {
    if (timeStamp > begun) listener()
  }
  for (const move of ownMoves) addEventListener(move, moved, { passive: true })
  return () => {
    for (const move of ownMoves) removeEventListener(move, moved)
  }
}
