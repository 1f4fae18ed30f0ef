import { asciiDigits, parseVerses } from 'waraq/quran'

/**
 * The reader's addresses. They are in the hash: one file serves them all, so deep links open offline. Pure; `use-route.ts`
 * connects them to the browser.
 */
export type Route =
  | { readonly page: 'read' }
  /** `to` is the last verse of a range that starts at `verse`, as `2:257`. It may be in a later chapter. */
  | {
      readonly page: 'chapter'
      readonly chapter: number
      readonly verse: number | null
      readonly to?: string
    }
  /** A page of the mushaf. */
  | { readonly page: 'page'; readonly number: number }
  /** `verse` as `78:40`: the verse where reading continues. */
  | { readonly page: 'juz'; readonly juz: number; readonly verse?: string }
  /** A text that belongs to no verse, by the number of its resource. */
  | { readonly page: 'article'; readonly id: number }
  | { readonly page: 'search'; readonly query: string }
  | { readonly page: 'library' }
  /** The person's own data. */
  | { readonly page: 'saved'; readonly list: SavedList }
  /** A collection, by its key on this device. */
  | { readonly page: 'collection'; readonly key: string }
  | { readonly page: 'account' }
  /** The plan to read the entire Quran. */
  | { readonly page: 'plan' }
  | { readonly page: 'more' }
  | { readonly page: 'storage' }
  | { readonly page: 'sync' }
  | { readonly page: 'settings' }
  /** `address` is the given address, without the hash. */
  | { readonly page: 'unknown'; readonly address: string }

export type SavedList = (typeof savedLists)[number]

export type PageName = Route['page']

export const limits = {
  chapters: 114,
  juzs: 30,
  /** Pages of the largest known mushaf, with room to spare; most have 604. The screen checks whether the page exists. */
  pages: 999,
} as const

const savedLists = ['favorites', 'collections', 'notes', 'history'] as const

/** Pages whose address is only their name. */
const plain: ReadonlySet<string> = new Set([
  'library',
  'more',
  'storage',
  'sync',
  'settings',
  'account',
  'plan',
])

/** A number as addresses write it: digits only, from 1, without leading zeros. */
function numberUpTo(most: number, text: string | undefined): number | null {
  if (!/^[1-9]\d*$/.test(text ?? '')) return null
  const number = Number(text)
  return number <= most ? number : null
}

/**
 * Parses a chapter, a verse or a range. It comes after `#/chapter/`, or the address starts with its number: `#/2/255-257`,
 * `#/2:255`.
 */
function ofVerses(path: string): Route | null {
  const chapter = numberUpTo(limits.chapters, path)
  if (chapter !== null) return { page: 'chapter', chapter, verse: null }
  const parsed = parseVerses(path)
  if (parsed?.status !== 'ok' || parsed.place.kind !== 'verses') return null
  const { from, to } = parsed.place
  const [first, verse] = from.split(':').map(Number) as [number, number]
  return { page: 'chapter', chapter: first, verse, ...(to !== from && { to }) }
}

function ofJuz(number: string | undefined, from: string | undefined): Route | null {
  const juz = numberUpTo(limits.juzs, number)
  if (juz === null) return null
  if (from === undefined) return { page: 'juz', juz }
  const named = ofVerses(from)
  if (named?.page !== 'chapter' || named.verse === null || named.to !== undefined) return null
  return { page: 'juz', juz, verse: `${named.chapter}:${named.verse}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function numbered(parts: readonly string[]): Route | null {
  const plain = parts.map((part) => asciiDigits(decoded(part)))
  const [kind = '', first, second] = plain
  if (kind === 'chapter') return ofVerses(plain.slice(1).join('/'))
  if (/^[1-9]/.test(kind)) return ofVerses(plain.join('/'))
  if (kind === 'juz') return ofJuz(first, second)
  if (second !== undefined) return null
  if (kind === 'page') {
    const number = numberUpTo(limits.pages, first)
    return number === null ? null : { page: 'page', number }
  }
  if (kind === 'article') {
    const id = numberUpTo(Number.MAX_SAFE_INTEGER, first)
    return id === null ? null : { page: 'article', id }
  }
  return null
}

function ofThePerson([kind, part, ...others]: readonly string[]): Route | null {
  if (others.length > 0) return null
  if (kind === 'saved') {
    const list = savedLists.find((each) => each === (part ?? 'favorites'))
    return list ? { page: 'saved', list } : null
  }
  if (kind !== 'collection' || part === undefined || part === '') return null
  try {
    return { page: 'collection', key: decodeURIComponent(part) }
  } catch {
    return null
  }
}

/** Parses `#/chapter/2/255-257`, `#/2:255` and similar addresses. Ignores a trailing slash, and a query on pages without one. */
export function parseRoute(hash: string): Route {
  const address = hash.replace(/^#/, '')
  const mark = address.indexOf('?')
  const path = mark < 0 ? address : address.slice(0, mark)
  const parts = path.replaceAll(/^\/|\/$/g, '').split('/')
  const [name = ''] = parts
  if (name === '' && parts.length === 1) return { page: 'read' }
  if (name === 'search' && parts.length === 1) {
    const query = new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1)).get('q') ?? ''
    return { page: 'search', query }
  }
  if (plain.has(name) && parts.length === 1) return { page: name } as Route
  const found = ofThePerson(parts) ?? (parts.length <= 3 ? numbered(parts) : null)
  return found ?? { page: 'unknown', address }
}

/** Whether the page shows the person's own data. */
export function isPersonal({ page }: Route): boolean {
  return page === 'saved' || page === 'collection' || page === 'account' || page === 'plan'
}

export const homeHref = '#/'
export const libraryHref = '#/library'
export const storageHref = '#/storage'
export const syncHref = '#/sync'
export const settingsHref = '#/settings'
export const moreHref = '#/more'
export const accountHref = '#/account'
export const planHref = '#/plan'

export function savedHref(list: SavedList = 'favorites'): string {
  return list === 'favorites' ? '#/saved' : `#/saved/${list}`
}

export function collectionHref(key: string): string {
  return `#/collection/${encodeURIComponent(key)}`
}

/** The address of a chapter, of a verse, or of the verses up to `to`, such as `2:257`. */
export function chapterHref(chapter: number, verse?: number | null, to?: string): string {
  if (!verse) return `#/chapter/${chapter}`
  const end = to?.startsWith(`${chapter}:`) ? to.slice(to.indexOf(':') + 1) : to
  return `#/chapter/${chapter}/${verse}${end === undefined ? '' : `-${end}`}`
}

/** The address of the verses from one to another, as `2:255`. */
export function versesHref(from: string, to: string): string {
  const [chapter, verse] = from.split(':').map(Number)
  return chapterHref(chapter!, verse, to === from ? undefined : to)
}

/** An address to send to others: `#/2:255-257`. */
export function shortHref({ from, to }: { readonly from: string; readonly to: string }): string {
  const [chapter, verse] = to.split(':')
  if (from === to) return `#/${from}`
  return `#/${from}-${from.startsWith(`${chapter}:`) ? verse : to}`
}

/** The address of a page of the mushaf. */
export function pageHref(page: number): string {
  return `#/page/${page}`
}

/** The address of a juz, or of a verse in it, as `78:40`. */
export function juzHref(juz: number, verse?: string | null): string {
  return verse ? `#/juz/${juz}/${verse}` : `#/juz/${juz}`
}

export function articleHref(id: number): string {
  return `#/article/${id}`
}

export function searchHref(query = ''): string {
  return query === '' ? '#/search' : `#/search?${new URLSearchParams({ q: query }).toString()}`
}

/** Returns the address of a route: `parseRoute(hrefOf(route))` is the route again. */
export function hrefOf(route: Route): string {
  switch (route.page) {
    case 'read':
      return homeHref
    case 'chapter':
      return chapterHref(route.chapter, route.verse, route.to)
    case 'page':
      return pageHref(route.number)
    case 'juz':
      return juzHref(route.juz, route.verse)
    case 'article':
      return articleHref(route.id)
    case 'search':
      return searchHref(route.query)
    case 'saved':
      return savedHref(route.list)
    case 'collection':
      return collectionHref(route.key)
    case 'unknown':
      return `#${route.address}`
    default:
      return `#/${route.page}`
  }
}
