import { listen } from './listen.ts'

/** Creates a listener for `pageshow` that runs only if the page returns from the browser's back/forward cache. */
export function ifPersisted(listener: () => void): (event: Event) => void {
  return (event) => {
    if ((event as PageTransitionEvent).persisted === true) listener()
  }
}

/**
 * Calls the listener when the page returns from the browser's back/forward cache, and when the network is back. Returns a
 * function that removes the listener.
 */
export function onReturn(listener: () => void): () => void {
  return listen([
    [globalThis, 'pageshow', ifPersisted(listener)],
    [globalThis, 'online', listener],
  ])
}

/** Whether the page is visible. Without a document, as in a worker, it is never hidden. */
export function isShown(): boolean {
  const { document } = globalThis as { document?: Document }
  return document === undefined || document.visibilityState === 'visible'
}

/**
 * Listens to events that make another try worthwhile: the network is back (`online`), or a person returns to the page
 * (`shown`). Returns a function that removes the listeners.
 */
export function onComeBack(online: () => void, shown = online): () => void {
  const { document } = globalThis as { document?: Document }
  const onVisible = () => {
    if (isShown()) shown()
  }
  return listen([
    [globalThis, 'online', online],
    [globalThis, 'pageshow', ifPersisted(shown)],
    [document, 'visibilitychange', onVisible],
  ])
}

/** Resolves once the page resumes; undefined while the page is not frozen. */
let frozen: Promise<void> | undefined
/** The document that is watched. */
let watched: Document | undefined

/**
 * Returns a promise that resolves once the frozen page resumes; undefined if the page is not frozen. The first call starts
 * watching. A frozen page still receives messages, but a transaction that it starts makes no progress. It keeps all other
 * tabs from writing until the browser aborts it a minute later.
 */
export function whileFrozen(): Promise<void> | undefined {
  const { document } = globalThis as { readonly document?: Document }
  if (!document || document === watched) return frozen
  watched = document
  document.addEventListener('freeze', () => {
    frozen = new Promise((resolve) => {
      const goOn = () => {
        frozen = undefined
        resolve()
      }
      document.addEventListener('resume', goOn, { once: true })
    })
  })
  return frozen
}
