/** Events by which a reader begins to move a page; what the page does by itself has none of them before it. */
const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Calls back whenever the reader begins to move the page. Returns what ends that. */
export function onOwnMove(listener: () => void): () => void {
  for (const move of ownMoves) addEventListener(move, listener, { passive: true })
  return () => {
    for (const move of ownMoves) removeEventListener(move, listener)
  }
}
