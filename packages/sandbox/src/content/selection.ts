import { filterCovers, parseFilter } from '@waraq/contract'
import { shelf, type ShelfItem } from './shelf.ts'
import { chapterCount } from './verses.ts'

/**
 * What a sandbox holds: a preset, or chapters (numbers 1 to 114; all when absent) and a filter of resources (all when
 * absent). Row ids do not depend on the selection.
 */
export type ContentSelection =
  | ContentPreset
  | { readonly chapters?: readonly number[] | undefined; readonly resources?: string | undefined }

export type ContentPreset = keyof typeof contentPresets

/**
 * `full`: everything. `small`: all resources, 36 verses, chosen so that a tafsir group crosses a chapter boundary.
 * `prelive`: chapters 1 and 2, as the service's pre-production environment.
 */
export const contentPresets = {
  full: {},
  small: { chapters: [1, 104, 105, 112, 113, 114] },
  prelive: { chapters: [1, 2] },
} as const

export interface SelectedContent {
  /** Ascending, unique. */
  readonly chapters: readonly number[]
  readonly items: readonly ShelfItem[]
}

/**
 * @throws {RangeError} for a chapter that does not exist
 * @throws {InvalidFilterError} for a filter that is none
 */
export function selectContent(selection: ContentSelection): SelectedContent {
  const { chapters: wanted, resources }: { chapters?: readonly number[]; resources?: string } =
    typeof selection === 'string' ? contentPresets[selection] : selection
  const every = Array.from({ length: chapterCount }, (_, index) => index + 1)
  const chapters = wanted === undefined ? every : [...new Set(wanted)].sort((a, b) => a - b)
  for (const chapter of chapters) {
    if (!every.includes(chapter))
      throw new RangeError(`There is no chapter ${chapter}. Chapters go from 1 to 114.`)
  }
  if (resources === undefined) return { chapters, items: shelf }
  const filter = parseFilter(resources)
  return { chapters, items: shelf.filter((item) => filterCovers(filter, item)) }
}
