import { footnoteId } from './attributes.ts'
import type { SafeNode } from './safe-node.ts'
import { markScripts, type TextOptions } from './scripts.ts'

/** Words, or a footnote mark as the service writes it. */
const piece = /([^<&]+)|<sup foot_note=(["']?)([1-9][0-9]*)\2>([^<&]*)<\/sup>/y

/** Longer texts have their own limits. A parser handles texts whose characters parsers change. */
const longest = 32_768
const parsedOtherwise = /^\s|[\r\0]/

/**
 * Returns the same result as `safeNodes` for texts that contain only words and footnote marks, as nearly all verses do. Needs
 * neither DOMPurify nor a DOM, for the text that a page shows first. Undefined for all other texts.
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
