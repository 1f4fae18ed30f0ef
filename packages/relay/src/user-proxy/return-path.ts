const longest = 1_000
const nowhere = 'https://nowhere.invalid'

/**
 * The path that a page wants its user to come back to, as it is written in a `Location` header; undefined for a path that leads
 * to another origin. The check looks at the path as it was sent and as browsers read it: they take a backslash for a slash,
 * leave line breaks out, and make `//` of `/.//`.
 */
export function returnPath(asked: string): string | undefined {
  if (asked.length > longest || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked)) return undefined
  const url = new URL(asked, nowhere)
  if (url.origin !== nowhere || url.pathname.startsWith('//')) return undefined
  const path = url.pathname + url.search + url.hash
  return path.length > longest ? undefined : path
}

/** The path with a query parameter for the page there. */
export function withWord(path: string, name: string, word: string): string {
  const url = new URL(path, nowhere)
  url.searchParams.set(name, word)
  return url.pathname + url.search + url.hash
}
