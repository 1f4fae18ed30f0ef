import type { ResourceKey, ResourceRef } from '@waraq/contract'
import type { Language } from '../words/language.ts'

/** Names for display. Which resources exist is the feed's word, never the catalogue's. */
export interface Catalogue {
  /** Of the names. */
  readonly language: Language
  readonly resources: readonly ResourceEntry[]
  readonly chapters: readonly ChapterEntry[]
}

export interface ResourceEntry {
  readonly key: ResourceKey
  readonly ref: ResourceRef
  /** Null where the catalogue has none. */
  readonly name: string | null
  readonly author: string | null
  /** In English and lower case, as the service writes it; empty where it is not told. */
  readonly language: string
}

export interface ChapterEntry {
  readonly id: number
  /** Transliterated. */
  readonly name: string
  readonly arabicName: string
  /** What the name means, in the catalogue's language. */
  readonly meaning: string
  readonly verses: number
  readonly place: 'makkah' | 'madinah' | null
  /** Whether the opening formula stands above its first verse. */
  readonly opensWithBismillah: boolean
  /** Of the usual mushaf; null where it is not told. */
  readonly firstPage: number | null
}

/** What the catalogue worker is asked for: names, or which resources the feed has. */
export type CatalogueQuestion =
  { readonly ask: 'names'; readonly language: Language } | { readonly ask: 'feed' }

/** What it answers. */
export type CatalogueAnswer =
  | { readonly ok: true; readonly ask: 'names'; readonly catalogue: Catalogue }
  | { readonly ok: true; readonly ask: 'feed'; readonly keys: readonly ResourceKey[] }
  | CatalogueFailure

export interface CatalogueFailure {
  readonly ok: false
  readonly code: string
  /** Null where nobody knows. */
  readonly message: string | null
  /** Nobody answered. */
  readonly unreachable: boolean
}
