/** Tells when the page comes back from the browser's back/forward cache. Returns what ends that. */
export function onPageReturn(listener: () => void): () => void {
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener()
  }
  globalThis.addEventListener('pageshow', onPageShow)
  return () => globalThis.removeEventListener('pageshow', onPageShow)
}

/** Tells of that, and of the network's return. */
export function onReturn(listener: () => void): () => void {
  const endPageReturn = onPageReturn(listener)
  globalThis.addEventListener('online', listener)
  return () => {
    globalThis.removeEventListener('online', listener)
    endPageReturn()
  }
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
