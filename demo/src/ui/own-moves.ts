/** Events by which a reader begins to move a page. They do not precede what the page does by itself. */
const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Calls back whenever the reader begins to move the page. Returns a function that ends that. */
export function onOwnMove(listener: () => void): () => void {
  for (const move of ownMoves) addEventListener(move, listener, { passive: true })
  return () => {
    for (const move of ownMoves) removeEventListener(move, listener)
  }
}
