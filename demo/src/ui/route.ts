import { useSyncExternalStore } from 'react'

/** Addresses live behind the hash: one file answers them all, so deep links open offline. */
export type Route = { readonly page: 'home' } | { readonly page: 'chapter'; readonly chapter: number }

export const homeHref = '#/'

export function chapterHref(chapter: number): string {
  return `#/chapter/${chapter}`
}

export function parseRoute(hash: string): Route {
  const match = /^#\/chapter\/([1-9]\d{0,2})$/.exec(hash)
  const chapter = Number(match?.[1])
  return chapter >= 1 && chapter <= 114 ? { page: 'chapter', chapter } : { page: 'home' }
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => location.hash))
}
