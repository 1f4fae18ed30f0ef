import * as z from 'zod/mini'
import { optionalFlag, optionalNumber, optionalText } from '../parts/objects.ts'
import { AvatarUrls } from '../profiles/user.ts'

const names = {
  username: optionalText,
  firstName: optionalText,
  lastName: optionalText,
  verified: optionalFlag,
  memberType: optionalNumber,
  postsCount: optionalNumber,
}

/** The author of a post, a comment or a note. */
export const Author = z.looseObject({ avatarUrls: AvatarUrls, id: z.string(), ...names })
export type Author = z.infer<typeof Author>

/** An author that is only documented as an object: no field is required. */
export const AnyAuthor = z.looseObject({
  avatarUrls: z.optional(AvatarUrls),
  id: z.optional(z.string()),
  ...names,
})
export type AnyAuthor = z.infer<typeof AnyAuthor>

const there = /* @__PURE__ */ z.custom<unknown>((value) => value !== undefined, 'Expected to be there')

/** A user who is mentioned in a text. */
export const Mention = z.looseObject({
  avatarUrls: AvatarUrls,
  id: z.string(),
  /** The places in the text; their form is not documented. */
  locations: there,
  followersCount: z.number(),
  ...names,
  displayName: optionalText,
})
export type Mention = z.infer<typeof Mention>
