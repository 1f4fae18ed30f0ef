/** Chapters of the last part of the text: enough rows for runs of many write transactions, few enough to be fast. */
export const lastPart: readonly number[] = [1, ...Array.from({ length: 37 }, (_, index) => 78 + index)]

/** The number of changes on a page of the feed. It gives a batch of few resources several pages. */
export const perPage = 5
