import * as z from 'zod/mini'
import { dateTime } from '../parts/formats.ts'
import { optionalFlag, optionalText } from '../parts/objects.ts'

/** The account behind a profile, in an older shape. */
export const AccountProfile = z.looseObject({
  id: optionalText,
  createdAt: z.optional(dateTime),
  email: optionalText,
  firstName: optionalText,
  lastName: optionalText,
  username: optionalText,
  photoUrl: optionalText,
  isAdmin: optionalFlag,
  isPasswordSet: optionalFlag,
})
export type AccountProfile = z.infer<typeof AccountProfile>
