import type { TranslationVerse } from 'waraq/quran'
import type { SafeNode } from 'waraq/html'

type Footnote = TranslationVerse['footnotes'][number]

function marksIn(nodes: readonly SafeNode[]): number[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    return node.tag === 'footnote' ? [node.id] : marksIn(node.children)
  })
}

function wordsIn(nodes: readonly SafeNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : 'children' in node ? wordsIn(node.children) : ''))
    .join('')
}

/** A number in brackets, in the digits of any script. Some texts mark their notes this way. */
const bracketed = /\[(\p{Nd}{1,4})\]/gu

/**
 * Returns the notes that no mark of the text leads to, each with the number that it is shown with. That is the number in
 * brackets, if the text has as many of those as unmarked notes. Otherwise it is the note's place among all notes, formatted
 * by `number`.
 */
export function unmarkedNotes(
  { footnotes }: Pick<TranslationVerse, 'footnotes'>,
  nodes: readonly SafeNode[],
  number: (value: number) => string,
): { readonly note: Footnote; readonly mark: string }[] {
  const marked = new Set(marksIn(nodes))
  const unmarked = footnotes.filter(({ id }) => !marked.has(id))
  if (unmarked.length === 0) return []
  const numbers = [...wordsIn(nodes).matchAll(bracketed)].map(([, digits]) => digits!)
  return unmarked.map((note, index) => ({
    note,
    mark: numbers.length === unmarked.length ? numbers[index]! : number(footnotes.indexOf(note) + 1),
  }))
}
