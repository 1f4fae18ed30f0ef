import { footnoteId } from './attributes.ts'
import type { SafeNode } from './safe-node.ts'
import { markScripts, type TextOptions } from './scripts.ts'

/** Words, or the mark of a footnote as the service writes it. */
const piece = /([^<&]+)|<sup foot_note=(["']?)([1-9][0-9]*)\2>([^<&]*)<\/sup>/y

/** Longer texts have bounds of their own; what parsers change in words is left to a parser. */
const longest = 32_768
const parsedOtherwise = /^\s|[\r\0]/

/**
 * The same as `safeNodes` for texts of words and marks of footnotes alone, as nearly all verses are: without DOMPurify and without a
 * DOM, for what a page shows first. Undefined for all other texts.
 */
export function simpleNodes(html: string, options?: TextOptions): SafeNode[] | undefined {
  const nodes = simpleParts(html)
  return nodes && markScripts(nodes, options)
}

function simpleParts(html: string): SafeNode[] | undefined {
  if (!/[<&]/.test(html)) return html === '' ? [] : [html]
  if (html.length > longest || parsedOtherwise.test(html)) return undefined
  const nodes: SafeNode[] = []
  for (let at = 0; at < html.length; at = piece.lastIndex) {
    piece.lastIndex = at
    const [, words, , number = '', mark = ''] = piece.exec(html) ?? []
    const id = footnoteId(number)
    if (words !== undefined) nodes.push(words)
    else if (id !== undefined) nodes.push({ tag: 'footnote', id, mark })
    else return undefined
  }
  return nodes
}
