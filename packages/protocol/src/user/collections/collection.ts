import * as z from 'zod/mini'
import { nullish } from '../../json.ts'
import { dateTime } from '../parts/formats.ts'
import { optionalFlag } from '../parts/objects.ts'

/** The id of the virtual Favorites collection in paths. Meant for bookmarks of verses. */
export const favoritesCollectionId = '__default__'

/** A named set of bookmarks. */
export const Collection = z.looseObject({
  id: z.string(),
  name: z.string(),
  slug: z.nullable(z.string()),
  isPrivate: z.boolean(),
  isDefault: z.boolean(),
  /** Pre-production sends it. */
  isSystem: optionalFlag,
  updatedAt: z.nullable(dateTime),
  url: nullish(z.string()),
  bookmarksCount: z.optional(z.int()),
  resourcesCount: z.optional(z.int()),
  count: z.optional(z.int()),
})
export type Collection = z.infer<typeof Collection>
