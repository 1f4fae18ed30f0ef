import { onPageReturn } from '../../platform/page-lifecycle.ts'

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
  const { document, addEventListener } = globalThis as Partial<typeof globalThis>
  if (!addEventListener) return () => undefined
  const onVisible = () => {
    if (isShown()) shown()
  }
  addEventListener('online', online)
  document?.addEventListener('visibilitychange', onVisible)
  const endReturn = onPageReturn(shown)
  return () => {
    removeEventListener('online', online)
    document?.removeEventListener('visibilitychange', onVisible)
    endReturn()
  }
}
