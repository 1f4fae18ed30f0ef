/** Chapters of the last part of the text: enough rows for runs of many write transactions, few enough to be quick. */
export const lastPart: readonly number[] = [1, ...Array.from({ length: 37 }, (_, index) => 78 + index)]

/** Changes a page of the feed, so that a batch of few resources has several. */
export const perPage = 5
