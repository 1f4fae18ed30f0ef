import * as z from 'zod/mini'
import { body } from '../parts/objects.ts'

/** The mark that stands in a text for a mentioned user: `{{1b4e28ba-2fa1-11d2-883f-0016d3cca427}}`. */
export const mentionMarkerPattern = /^\{\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}\}$/

export const MentionMarker = /* @__PURE__ */ z.string().check(z.regex(mentionMarkerPattern))

/** One mention of a text that is sent, and the marker in its place. */
export const MentionItem = /* @__PURE__ */ body({
  marker: MentionMarker,
  userId: z.string(),
  displayName: z.string(),
})
export type MentionItem = z.infer<typeof MentionItem>

/** The marker of an identifier, such as `crypto.randomUUID()` gives. Capital letters are made small. */
export function mentionMarker(uuid: string): string {
  return `{{${uuid.toLowerCase()}}}`
}
