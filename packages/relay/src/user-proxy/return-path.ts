const longest = 1_000
const nowhere = 'https://nowhere.invalid'

/**
 * Returns the path that a page wants its user to return to, as it is written in a `Location` header; undefined for a path that
 * leads to another origin. The check reads the path as it was sent and as browsers read it: they treat a backslash as a slash,
 * drop line breaks, and turn `/.//` into `//`.
 */
export function returnPath(asked: string): string | undefined {
  if (asked.length > longest || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked)) return undefined
  const url = new URL(asked, nowhere)
  if (url.origin !== nowhere || url.pathname.startsWith('//')) return undefined
  const path = url.pathname + url.search + url.hash
  return path.length > longest ? undefined : path
}

/** Returns the path with a query parameter for the page there. */
export function withWord(path: string, name: string, word: string): string {
  const url = new URL(path, nowhere)
  url.searchParams.set(name, word)
  return url.pathname + url.search + url.hash
}
