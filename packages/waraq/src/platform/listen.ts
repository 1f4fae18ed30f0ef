type Listener = (event: Event) => void

/**
 * Listens to events of several targets. Skips targets that do not exist here, such as a document in a worker. Returns a
 * function that removes the listeners.
 */
export function listen(targets: readonly (readonly [unknown, string, Listener])[]): () => void {
  const ended = new AbortController()
  for (const [target, type, listener] of targets)
    (target as Partial<EventTarget> | null | undefined)?.addEventListener?.(type, listener, {
      signal: ended.signal,
    })
  return () => ended.abort()
}
