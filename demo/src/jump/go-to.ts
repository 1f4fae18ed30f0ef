import { verseElement } from '../reading/verse-at-top.ts'
import { keepInView } from '../reading/keep-in-view.ts'
import { parseRoute } from '../routes/route.ts'

/** Goes to an address. If it is already shown, scrolls to it again. */
export function goTo(href: string): void {
  if (location.hash !== href) {
    location.hash = href
    return
  }
  const route = parseRoute(href)
  const verse = route.page === 'chapter' && route.verse !== null ? `${route.chapter}:${route.verse}` : null
  const element = verse === null ? null : verseElement(verse)
  if (element) keepInView(element)
  else scrollTo(0, 0)
}
