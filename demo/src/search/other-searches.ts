const quotes = /["“”„«»‹›]/g
const leastLetters = 3
const mostWords = 3

/**
 * Searches of all texts that may find something if this one does not, the closest first: the same text, if it was limited to one
 * of the texts; without quotation marks; without the last word; for each of the longest words.
 */
export function otherSearches(text: string, isLimited: boolean): readonly string[] {
  const typed = text.trim()
  const plain = typed.replace(quotes, ' ').replace(/\s+/g, ' ').trim()
  const words = plain.split(' ')
  const longest = words
    .filter((word) => word.length >= leastLetters)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostWords)
  const fewer = words.length < 2 ? [] : [words.slice(0, -1).join(' '), ...longest]
  const others = [plain, ...fewer].filter((each) => each !== typed && each !== '')
  return [...new Set([...(isLimited ? [typed] : []), ...others])]
}
