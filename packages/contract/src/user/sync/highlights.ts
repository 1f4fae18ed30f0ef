/** Colours of highlights. The feed alone can make them. */
export const highlightColors = ['blue', 'red', 'green', 'yellow', 'purple'] as const
export type HighlightColor = (typeof highlightColors)[number]

const prefix = 'system:highlights:'

/** The system collection whose memberships are highlights of a colour. Of several of one verse the newest counts. */
export const highlightCollectionId = (color: HighlightColor): string => prefix + color

/** The colour of a system collection of highlights; undefined of any other. */
export function highlightColorOf(collectionId: string): HighlightColor | undefined {
  return highlightColors.find((color) => highlightCollectionId(color) === collectionId)
}
