import * as z from 'zod/mini'
import { body } from '../parts/objects.ts'

/** The marker of a mentioned user in a text: `{{1b4e28ba-2fa1-11d2-883f-0016d3cca427}}`. */
export const mentionMarkerPattern = /^\{\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}\}$/

export const MentionMarker = /* @__PURE__ */ z.string().check(z.regex(mentionMarkerPattern))

/** One mention in a text that is sent, with its marker. */
export const MentionItem = /* @__PURE__ */ body({
  marker: MentionMarker,
  userId: z.string(),
  displayName: z.string(),
})
export type MentionItem = z.infer<typeof MentionItem>

/** Returns the marker for an identifier, such as one of `crypto.randomUUID()`. Capital letters become lower case. */
export function mentionMarker(uuid: string): string {
  return `{{${uuid.toLowerCase()}}}`
}
