import type { CatalogueList, ResourceKey, ResourceRef, WaraqError } from '@waraq/protocol'
import type { TextLanguage } from './languages.ts'

/** What a resource is called. Which resources exist, the feed decides, not the catalogue. */
export interface ResourceDescription {
  readonly ref: ResourceRef
  /** In the catalogue's language where the service has a name in it. */
  readonly name: string
  /** Author or translator. Null for recitations: their name is the reciter's. */
  readonly author: string | null
  /** Language of the text. */
  readonly language: TextLanguage
  /** How a recitation is recited, such as `Murattal`. */
  readonly style: string | null
  /** One line that credits name, author and style, to be shown with the text. */
  readonly attribution: string
  /** False where the catalogue does not list the resource; its name is then made of group and id. */
  readonly listed: boolean
}

export interface ChapterEntry {
  /** 1 to 114. */
  readonly id: number
  /** Transliterated. */
  readonly name: string
  readonly arabicName: string | null
  /** The name's meaning, in the catalogue's language where the service has it in that language. */
  readonly meaning: string | null
  readonly verses: number
  readonly place: 'makkah' | 'madinah' | null
  /** Place in the order of revelation, from 1. */
  readonly order: number | null
  /** Whether the opening formula stands above its first verse. */
  readonly opensWithBismillah: boolean
  readonly pages: { readonly first: number; readonly last: number } | null
}

/** Why a list is missing or old: its latest fetch failed. */
export interface CatalogueProblem {
  readonly list: CatalogueList
  readonly error: WaraqError
}

/** The catalogue at one moment. Immutable: a change makes another object. */
export interface CatalogueContent {
  /** The language as the caller gave it, such as `en`. */
  readonly language: string
  /** By id; empty where none are known. */
  readonly chapters: readonly ChapterEntry[]
  /** By resource key: `translations:20`. */
  readonly resources: ReadonlyMap<ResourceKey, ResourceDescription>
  /** When the oldest of its lists was fetched, in milliseconds since the epoch; null before the first. */
  readonly fetchedAt: number | null
  /** When that list is dropped unless it is fetched again: seven days after its fetch. Null where there is no list. */
  readonly keptUntil: number | null
  readonly problems: readonly CatalogueProblem[]
}
