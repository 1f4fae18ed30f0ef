import type { CatalogueList, ResourceKey, ResourceRef, WaraqError } from '@waraq/protocol'
import type { TextLanguage } from './languages.ts'

/** Name and credits of a resource. The feed, not the catalogue, decides which resources exist. */
export interface ResourceDescription {
  readonly ref: ResourceRef
  /** In the catalogue's language if the service has a name in it. */
  readonly name: string
  /** Author or translator. Null for recitations, whose name is the reciter's. */
  readonly author: string | null
  /** Language of the text. */
  readonly language: TextLanguage
  /** Style of a recitation, such as `Murattal`. */
  readonly style: string | null
  /** One line that credits name, author and style, to be shown with the text. */
  readonly attribution: string
  /** False if the catalogue does not list the resource. Its name is then made of group and id. */
  readonly listed: boolean
}

export interface ChapterEntry {
  /** 1 to 114. */
  readonly id: number
  /** Transliterated. */
  readonly name: string
  readonly arabicName: string | null
  /** Meaning of the name, in the catalogue's language if the service has it. */
  readonly meaning: string | null
  readonly verses: number
  readonly place: 'makkah' | 'madinah' | null
  /** Place in the order of revelation, from 1. */
  readonly order: number | null
  /** Whether the opening formula precedes its first verse. */
  readonly opensWithBismillah: boolean
  readonly pages: { readonly first: number; readonly last: number } | null
}

/** A list whose latest fetch failed. The list is missing or old. */
export interface CatalogueProblem {
  readonly list: CatalogueList
  readonly error: WaraqError
}

/** The catalogue at one moment. Immutable: a change creates a new object. */
export interface CatalogueContent {
  /** The language as passed by the caller, such as `en`. */
  readonly language: string
  /** By id; empty if no chapters are known. */
  readonly chapters: readonly ChapterEntry[]
  /** By resource key: `translations:20`. */
  readonly resources: ReadonlyMap<ResourceKey, ResourceDescription>
  /** When the oldest of its lists was fetched, in milliseconds since the epoch; null before the first. */
  readonly fetchedAt: number | null
  /** When the oldest list is dropped unless it is fetched again: seven days after its fetch. Null if there is no list. */
  readonly keptUntil: number | null
  readonly problems: readonly CatalogueProblem[]
}
