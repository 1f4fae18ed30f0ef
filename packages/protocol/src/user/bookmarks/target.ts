import * as z from 'zod/mini'
import { isJsonObject } from '../../json-object.ts'
import type { Pick } from '../parts/choice.ts'
import { MushafId } from '../parts/mushaf.ts'
import { absent } from '../parts/objects.ts'

/**
 * The target of a bookmark: a verse, by the numbers of its surah and itself, or an entire juz, page or surah, by its number.
 * `verseNumber` is for verses only.
 */
const mushaf = { mushafId: z.optional(MushafId), mushaf: z.optional(MushafId) }

/** `key` is a surah number. */
export const verseTarget = { key: z.int(), verseNumber: z.int(), ...mushaf }
/** `key` is the number of the juz, page or surah. */
export const wholeTarget = { key: z.int(), verseNumber: absent, ...mushaf }

export const verseType = z.literal('ayah')
const wholeTypes = ['juz', 'page', 'surah'] as const
export const wholeType = /* @__PURE__ */ z.enum(wholeTypes)

/** Returns 0 for a verse, 1 for a juz, page or surah: by `type`, or else by whether there is a verse number. */
export const pickTarget: Pick = (value) => {
  const { type, verseNumber } = isJsonObject(value) ? value : {}
  if (type === 'ayah') return 0
  if (wholeTypes.some((whole) => whole === type)) return 1
  return verseNumber === undefined ? 1 : 0
}
