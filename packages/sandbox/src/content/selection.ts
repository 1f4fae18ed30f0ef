import { filterCovers, parseFilter, type ResourceFilter } from '@waraq/protocol'
import { sampleResources, type SampleResource } from './sample-resources.ts'
import { chapterCount } from './verses.ts'

/**
 * The content of a sandbox: a preset, or chapters (numbers 1 to 114; all by default) and a filter of resources (all by
 * default). Row ids do not depend on the selection.
 *
 * The glyph mushaf, `mushafs:2`, has 84,000 rows and 604 fonts. A sandbox holds it only if the filter names its id, as
 * `translations:20;mushafs:1,2` does. Neither a preset nor `mushafs:*` selects it. The same applies to translations 56 and
 * 161.
 */
export type ContentSelection =
  | ContentPreset
  | { readonly chapters?: readonly number[] | undefined; readonly resources?: string | undefined }

export type ContentPreset = keyof typeof contentPresets

/**
 * `full`: all chapters. `small`: 36 verses, chosen so that a tafsir group crosses a chapter boundary. `prelive`: chapters 1
 * and 2, like the service's pre-production environment. All have every resource that does not have to be named in a filter.
 */
export const contentPresets = {
  full: {},
  small: { chapters: [1, 104, 105, 112, 113, 114] },
  prelive: { chapters: [1, 2] },
} as const

export interface SelectedContent {
  /** Ascending, unique. */
  readonly chapters: readonly number[]
  readonly items: readonly SampleResource[]
}

function isWanted(item: SampleResource, filter: ResourceFilter | undefined): boolean {
  if (!item.byIdOnly) return !filter || filterCovers(filter, item)
  const ids = filter?.groups.find(({ group }) => group === item.group)?.ids ?? []
  return ids !== '*' && ids.includes(item.id)
}

/**
 * @throws {RangeError} for a chapter that does not exist
 * @throws {InvalidFilterError} for an invalid filter
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
  const filter = resources === undefined ? undefined : parseFilter(resources)
  return { chapters, items: sampleResources.filter((item) => isWanted(item, filter)) }
}
