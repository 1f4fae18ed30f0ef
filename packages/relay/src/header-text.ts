const isSpace = (sign: string | undefined) => sign === ' ' || sign === '\t'

/**
 * The text without the white space that HTTP allows around it: space and tab. `trim` takes more away, such as a no-break space,
 * so a name that a browser holds apart would become one that it guards.
 */
export function bare(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text[start])) start += 1
  while (end > start && isSpace(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/** The parts of a header's list. */
export const partsOf = (text: string | null, separator: ',' | ';'): string[] =>
  (text ?? '').split(separator).map(bare)
