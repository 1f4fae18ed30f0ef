const isSpace = (sign: string | undefined) => sign === ' ' || sign === '\t'

/**
 * Returns the text without the white space that HTTP allows around it: space and tab. `trim` removes more, such as a no-break
 * space. A name that browsers treat as different would then become one that they protect.
 */
export function bare(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text[start])) start += 1
  while (end > start && isSpace(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/** Splits the list of a header into its parts. */
export const partsOf = (text: string | null, separator: ',' | ';'): string[] =>
  (text ?? '').split(separator).map(bare)
