import { parseResourceKey, resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { ResourceDescription } from 'waraq/quran'
import { mushafKey } from '../../sync/kept-resources.ts'
import { primaryLanguage } from '../../words/language.ts'

/** The items of the library's screen and their order. Pure. */

/** Kinds of resources as readers think of them, in display order. */
export const kinds = [
  'translations',
  'mushafs',
  'tafsirs',
  'words',
  'recitations',
  'articles',
  'others',
] as const
export type Kind = (typeof kinds)[number]

const kindOfGroup: Readonly<Record<string, Kind>> = {
  mushafs: 'mushafs',
  quran_core: 'mushafs',
  translations: 'translations',
  tafsirs: 'tafsirs',
  word_by_word_translations: 'words',
  word_by_word_transliterations: 'words',
  recitations: 'recitations',
  chapter_recitations: 'recitations',
  articles: 'articles',
}

export interface ShelfItem {
  readonly key: ResourceKey
  readonly ref: ResourceRef
  /** The catalogue's entry. */
  readonly entry: ResourceDescription | undefined
  /** Whether the resource is on this device or can be fetched. The catalogue lists some resources that the feed does not have. */
  readonly isOffered: boolean
}

export interface Section {
  readonly kind: Kind
  readonly items: readonly ShelfItem[]
}

interface Known {
  readonly resources: ReadonlyMap<ResourceKey, ResourceDescription>
  /** Resources of the feed. Null if the service has never answered. */
  readonly feed: ReadonlySet<ResourceKey> | null
  /** Resources that the reader keeps, or that are on this device. */
  readonly kept: ReadonlySet<string>
}

function kindOf({ group }: ResourceRef): Kind {
  return Object.hasOwn(kindOfGroup, group) ? kindOfGroup[group]! : 'others'
}

/** Returns every resource that the catalogue lists, the feed offers or the reader keeps, and always the mushaf. */
export function shelfOf(known: Known): ShelfItem[] {
  const kept = [...known.kept].flatMap((key) => parseResourceKey(key) ?? [])
  const keys = new Set([
    mushafKey,
    ...known.resources.keys(),
    ...kept.map(resourceKey),
    ...(known.feed ?? []),
  ])
  return [...keys].flatMap((key) => {
    const ref = parseResourceKey(key)
    if (!ref) return []
    const isOffered = !known.feed || known.feed.has(key) || known.kept.has(key)
    return [{ key, ref, entry: known.resources.get(key), isOffered }]
  })
}

interface Order {
  /** Resources that come first: those that were kept when the page opened, so that no item moves while the reader chooses. */
  readonly inFront: ReadonlySet<string>
  /** Tag of the reader's language. Resources in it come next. */
  readonly own: string
  /** Name by which the other resources are sorted, before their group and number. Empty for an unknown language. */
  readonly languageName: (item: ShelfItem) => string
}

/** Whether a language is the reader's own, in any variant. */
export function isOwn(own: string, language: { readonly tag?: string | undefined } | undefined): boolean {
  return primaryLanguage(language?.tag) === own
}

export function sectionsOf(items: readonly ShelfItem[], { inFront, own, languageName }: Order): Section[] {
  const rank = ({ key, entry }: ShelfItem) => (inFront.has(key) ? 0 : isOwn(own, entry?.language) ? 1 : 2)
  const sorted = items.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      languageName(a).localeCompare(languageName(b)) ||
      a.ref.group.localeCompare(b.ref.group) ||
      a.ref.id - b.ref.id,
  )
  return kinds.flatMap((kind) => {
    const own = sorted.filter(({ ref }) => kindOf(ref) === kind)
    return own.length > 0 ? [{ kind, items: own }] : []
  })
}
