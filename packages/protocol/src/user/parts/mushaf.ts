import * as z from 'zod/mini'
import { openNumber } from './objects.ts'

/** The mushafs that user data can refer to, by their name in the service. */
export const mushafIds = {
  QCFV2: 1,
  QCFV1: 2,
  Indopak: 3,
  UthmaniHafs: 4,
  KFGQPCHAFS: 5,
  Indopak15Lines: 6,
  Indopak16Lines: 7,
  Tajweed: 11,
  QCFTajweedV4: 19,
} as const

export const MushafId = /* @__PURE__ */ z.literal([1, 2, 3, 4, 5, 6, 7, 11, 19])
export type MushafId = z.infer<typeof MushafId>
/** The mushaf of a response, which may be one that the service added later. */
export const AnyMushafId = /* @__PURE__ */ openNumber(Object.values(mushafIds))
