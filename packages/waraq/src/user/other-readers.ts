import { isJsonObject } from '@waraq/protocol'
import { readingSlots } from '@waraq/protocol/user'

type Fields = Readonly<Record<string, unknown>>

/** Times in seconds have ten digits today, times in milliseconds thirteen. */
const mostSeconds = 1e11

/**
 * Converts a document of another reader to the form of `export`; undefined if its form is not known. One form is known: the
 * backup of Quran for Android (`quran_android.backup`),
 * `{ bookmarks: [{ sura, ayah, page, timestamp, tags: [id] }], tags: [{ id, name }] }`. Its verses become favorites, its pages
 * bookmarks, each tag a collection, and its three latest reading bookmarks ours. Pages that were only visited are dropped.
 */
export function documentOfOther(file: Fields): Fields | undefined {
  const { kind, bookmarks, tags, readingBookmarks } = file
  if (kind !== undefined || !Array.isArray(bookmarks) || !Array.isArray(tags)) return undefined
  const places = new Map<unknown, unknown[]>()
  const collections = tags.filter(isJsonObject).map(({ id, name }) => {
    const inside = places.get(id) ?? []
    places.set(id, inside)
    return { name, places: inside }
  })
  const favorites: unknown[] = []
  const pages: unknown[] = []
  for (const each of bookmarks) {
    if (!isJsonObject(each)) return undefined
    const isPage = (each['sura'] ?? null) === null
    const where = isPage ? { type: 'page', number: each['page'] } : verseOf(each)
    if (isPage) pages.push(where)
    else favorites.push({ verse: where, createdAt: timeOf(each['timestamp']) })
    for (const tag of Array.isArray(each['tags']) ? each['tags'] : []) places.get(tag)?.push(where)
  }
  const reading = Array.isArray(readingBookmarks) ? readingBookmarks.filter(isJsonObject) : []
  const marked = reading.sort((one, other) => time(other) - time(one)).slice(0, readingSlots.length)
  return {
    kind: 'waraq-user-data',
    version: 1,
    favorites,
    bookmarks: pages,
    collections,
    reading: marked.map(({ name = null, type, ...each }, index) => ({
      slot: readingSlots[index],
      name,
      place: type === 'page' ? { type, number: each['page'] } : verseOf(each),
    })),
  }
}

const verseOf = ({ sura, ayah }: Fields) =>
  typeof sura === 'number' && typeof ayah === 'number' ? `${sura}:${ayah}` : undefined

function timeOf(timestamp: unknown): number | undefined {
  if (typeof timestamp !== 'number') return undefined
  return timestamp < mostSeconds ? timestamp * 1000 : timestamp
}

const time = ({ timestamp }: Fields) => timeOf(timestamp) ?? 0
