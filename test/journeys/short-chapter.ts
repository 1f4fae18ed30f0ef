/** A chapter that the small sandbox has, and how its first verse begins in the translation that is kept. */
export const shortChapter = { id: 112, begins: /^Say/ } as const
