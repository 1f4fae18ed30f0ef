import type { Route } from '../routes/route.ts'

/**
 * Addresses of the same name are one page that moves within itself: it keeps its state, its focus and its place. A search is
 * such a page whatever it looks for, and so is a chapter whatever verse of it is asked for.
 */
export function pageNameOf(route: Route): string {
  switch (route.page) {
    case 'chapter':
      return `chapter ${route.chapter}`
    case 'page':
      return `page ${route.number}`
    case 'juz':
      return `juz ${route.juz}`
    default:
      return route.page
  }
}
