/** Colours of highlights. The feed alone can make them. */
export const highlightColors = ['blue', 'red', 'green', 'yellow', 'purple'] as const
export type HighlightColor = (typeof highlightColors)[number]

const prefix = 'system:highlights:'

/**
 * The name of the system collection (`isSystem`) whose memberships are highlights of a colour; the service gives it an id. Of
 * several of one verse the newest counts.
 */
export const highlightCollectionName = (color: HighlightColor): string => prefix + color

/** The colour whose highlights a system collection of this name has; undefined of any other name. */
export function highlightColorOf(name: string): HighlightColor | undefined {
  return highlightColors.find((color) => highlightCollectionName(color) === name)
}
