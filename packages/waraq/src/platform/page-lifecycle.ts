import { listen } from './listen.ts'

/** Of `pageshow`: only where the page comes back from the browser's back/forward cache. */
export function ifPersisted(listener: () => void): (event: Event) => void {
  return (event) => {
    if ((event as PageTransitionEvent).persisted === true) listener()
  }
}

/** Tells when the page comes back from the browser's back/forward cache, and of the network's return. Returns what ends that. */
export function onReturn(listener: () => void): () => void {
  return listen([
    [globalThis, 'pageshow', ifPersisted(listener)],
    [globalThis, 'online', listener],
  ])
}

/** Where nothing is shown, as in a worker, nothing is hidden either. */
export function isShown(): boolean {
  const { document } = globalThis as { document?: Document }
  return document === undefined || document.visibilityState === 'visible'
}

/**
 * What makes another try worth it: the network comes back (`online`), or a person comes back to the page (`shown`). Returns what ends
 * that.
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

/** While the browser has the page frozen, what resolves once it goes on. */
let frozen: Promise<void> | undefined
/** Whose page that is. */
let watched: Document | undefined

/**
 * Watches from the first call on whether the browser has frozen the page. Returns what resolves once it goes on, and undefined
 * where it is not frozen. A frozen page still hears messages, but a transaction that it begins stands still, and keeps all
 * other tabs from writing until the browser aborts it a minute later.
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
