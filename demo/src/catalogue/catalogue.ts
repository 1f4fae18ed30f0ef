/** Names for display. Which resources exist is the feed's word, never the catalogue's. */
export interface Catalogue {
  readonly translations: readonly TranslationEntry[]
  readonly chapters: readonly ChapterEntry[]
}

export interface TranslationEntry {
  readonly id: number
  readonly name: string
  readonly author: string | null
  /** In English and lower case, as the service writes it. */
  readonly language: string
}

export interface ChapterEntry {
  readonly id: number
  /** Transliterated. */
  readonly name: string
  readonly arabicName: string
  /** The name's meaning in English. */
  readonly meaning: string
  readonly verses: number
  readonly place: 'makkah' | 'madinah' | null
  /** Whether the opening formula stands above its first verse. */
  readonly opensWithBismillah: boolean
}

/** What the catalogue worker answers. */
export type CatalogueAnswer =
  | { readonly ok: true; readonly catalogue: Catalogue }
  | {
      readonly ok: false
      readonly message: string
      /** Nobody answered. */
      readonly unreachable: boolean
    }
