import type { Route } from '../routes/route.ts'

/**
 * Addresses of the same name are one page, which keeps its state, its focus and its place when the address changes. All
 * searches are one page, and so are all verses of one chapter.
 */
export function pageNameOf(route: Route): string {
  switch (route.page) {
    case 'chapter':
      return `chapter ${route.chapter}`
    case 'page':
      return `page ${route.number}`
    case 'juz':
      return `juz ${route.juz}`
    case 'collection':
      return `collection ${route.key}`
    default:
      return route.page
  }
}
