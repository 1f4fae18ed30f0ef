/** Colours of highlights. Only the feed can create highlights. */
export const highlightColors = ['blue', 'red', 'green', 'yellow', 'purple'] as const
export type HighlightColor = (typeof highlightColors)[number]

const prefix = 'system:highlights:'

/**
 * Returns the name of the system collection (`isSystem`) whose memberships are the highlights of a colour. The service assigns
 * its id. If a verse has several highlights, the newest counts.
 */
export const highlightCollectionName = (color: HighlightColor): string => prefix + color

/** Returns the colour of the highlights in a system collection with this name; undefined for any other name. */
export function highlightColorOf(name: string): HighlightColor | undefined {
  return highlightColors.find((color) => highlightCollectionName(color) === name)
}
