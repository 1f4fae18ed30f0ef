/** Splits a run of a script without spaces into words. */
export type SplitRun = (text: string) => string[]

export const asTyped: SplitRun = (text) => [text]

/**
 * Splits by the browser's own dictionary, if it has one. Only queries are split like this, so that the stored index does not
 * depend on the browser's version.
 */
export function splitBySegmenter(Segmenter: typeof Intl.Segmenter | undefined = Intl.Segmenter): SplitRun {
  if (!Segmenter) return asTyped
  let segmenter: Intl.Segmenter | undefined
  return (text) => {
    // Dictionaries depend on the script. The requested language changes nothing.
    segmenter ??= new Segmenter('en', { granularity: 'word' })
    return Array.from(segmenter.segment(text), ({ segment }) => segment)
  }
}
