/** Cuts a stretch of a script without spaces into words. */
export type SplitRun = (text: string) => string[]

export const asTyped: SplitRun = (text) => [text]

/**
 * Cuts by the browser's own dictionary, where it has one. Only queries are cut so: the stored index does not depend on the
 * browser's version.
 */
export function splitBySegmenter(Segmenter: typeof Intl.Segmenter | undefined = Intl.Segmenter): SplitRun {
  if (!Segmenter) return asTyped
  let segmenter: Intl.Segmenter | undefined
  return (text) => {
    // Dictionaries come with the scripts; the language asked for changes nothing.
    segmenter ??= new Segmenter('en', { granularity: 'word' })
    return Array.from(segmenter.segment(text), ({ segment }) => segment)
  }
}
