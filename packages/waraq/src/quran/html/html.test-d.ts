import { plainText } from './plain-text.ts'
import { safeNodes } from './safe-nodes.ts'
import type { FootnoteMark, SafeElement, SafeNode } from './safe-node.ts'

/** What the types promise; checked by the compiler, never run. */

const accepts = <T>(value: T): T => value

const nodes: SafeNode[] = safeNodes('<b>x</b>')
accepts<string>(plainText('<b>x</b>'))

// A renderer tells three kinds of nodes apart by their data only.
export function words(node: SafeNode): string {
  if (typeof node === 'string') return node
  if (node.tag === 'footnote') return accepts<FootnoteMark>(node).mark + accepts<number>(node.id).toFixed()
  return accepts<SafeElement>(node).children.map(words).join('')
}

// `createElement` of any framework takes the tag.
accepts<keyof HTMLElementTagNameMap>(accepts<Extract<SafeNode, SafeElement>>({ tag: 'p', children: [] }).tag)

// @ts-expect-error nothing but the listed elements
accepts<SafeNode>({ tag: 'script', children: [] })
// @ts-expect-error no attribute but the kept ones
accepts<SafeNode>({ tag: 'p', onclick: 'x', children: [] })
// @ts-expect-error null is no text
safeNodes(null)
// @ts-expect-error the result is not to be changed deep down
accepts<SafeElement>(nodes[0] as SafeElement).children.push('x')
