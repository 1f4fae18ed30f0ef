import type { Mention, MentionItem } from '@waraq/protocol/user'
import { invalidRequest } from '../parts/refusal.ts'
import type { Follows } from '../people/follows.ts'
import type { People } from '../people/people.ts'
import { mentionOf } from '../people/profile.ts'

/**
 * Checks the mentions of a text that is sent.
 * @throws {Refusal} 400 for a mention whose marker is not in the text, or of an unknown user
 */
export function checkedMentions(
  people: People,
  text: string,
  mentions: readonly MentionItem[],
): MentionItem[] {
  return mentions.map(({ marker, userId, displayName }) => {
    if (!text.includes(marker)) throw invalidRequest(`The text has no ${marker}.`)
    if (!people.find(userId)) throw invalidRequest(`No user has the id ${userId}.`)
    return { marker, userId, displayName }
  })
}

/** Returns the mentions whose markers are still in a changed text. */
export function mentionsLeft(text: string, mentions: readonly MentionItem[]): MentionItem[] {
  return mentions.filter(({ marker }) => text.includes(marker))
}

/**
 * The API documentation does not define the form of `locations`. Here it is the start of the marker in the text, once for
 * each occurrence.
 */
export function shownMentions(
  { people, follows }: { readonly people: People; readonly follows: Follows },
  text: string,
  mentions: readonly MentionItem[],
): Mention[] {
  return mentions.map(({ marker, userId, displayName }) =>
    mentionOf(people.need(userId), {
      displayName,
      locations: [...text.matchAll(new RegExp(marker.replace(/[{}]/g, '\\$&'), 'g'))].map(
        (found) => found.index,
      ),
      followersCount: follows.followersOf(userId).length,
    }),
  )
}

/** Returns a text with names in place of markers. */
export function withNames(text: string, mentions: readonly MentionItem[]): string {
  return mentions.reduce((left, { marker, displayName }) => left.replaceAll(marker, () => displayName), text)
}
