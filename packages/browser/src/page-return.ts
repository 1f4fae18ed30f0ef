/** Tells when the page comes back from the browser's back/forward cache. Returns what ends that. */
export function onPageReturn(listener: () => void): () => void {
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener()
  }
  globalThis.addEventListener('pageshow', onPageShow)
  return () => globalThis.removeEventListener('pageshow', onPageShow)
}
