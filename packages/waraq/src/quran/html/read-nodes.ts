import { cellSpan, direction, footnoteId, httpsAddress, languageTag } from './attributes.ts'
import { blockTags } from './blocks.ts'
import { safeTags, type FootnoteMark, type SafeElement, type SafeNode, type SafeTag } from './safe-node.ts'

/** Maximum depth, so that an application can render the result recursively. Deeper elements are replaced by their children. */
const deepest = 32

const htmlNamespace = 'http://www.w3.org/1999/xhtml'
const tags: ReadonlySet<string> = new Set(safeTags)
const blocks: ReadonlySet<string> = new Set(blockTags)
const isHtml = ({ namespaceURI }: Element) => namespaceURI === htmlNamespace

/** Parents whose own white space is not content. Frameworks warn about white space between the parts of a table. */
const tableParts = /^(?:table|thead|tbody|tfoot|tr)$/

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

function isText(node: Node): node is Text {
  return node.nodeType === 3
}

function attribute<T>(element: Element, name: string, read: (text: string) => T | undefined): T | undefined {
  const text = element.getAttribute(name)
  return text === null ? undefined : read(text)
}

function footnoteMark(element: Element): FootnoteMark | undefined {
  if (element.localName !== 'sup') return undefined
  const id = attribute(element, 'foot_note', footnoteId)
  return id === undefined ? undefined : { tag: 'footnote', id, mark: element.textContent }
}

/** The listed element that replaces an element: `hr` becomes `br`, and any other unlisted block becomes a `div`. */
function tagOf(element: Element): SafeTag | undefined {
  const { localName } = element
  if (!isHtml(element)) return undefined
  if (tags.has(localName)) return localName as SafeTag
  if (localName === 'hr') return 'br'
  return blocks.has(localName) ? 'div' : undefined
}

function spansOf(element: Element, tag: SafeTag): Pick<SafeElement, 'colSpan' | 'rowSpan'> {
  if (tag !== 'td' && tag !== 'th') return {}
  const colSpan = attribute(element, 'colspan', cellSpan)
  const rowSpan = attribute(element, 'rowspan', cellSpan)
  return { ...(colSpan && { colSpan }), ...(rowSpan && { rowSpan }) }
}

/** The element as data; its children are added later. Undefined if only the children are kept. */
function safeElement(element: Element, children: readonly SafeNode[]): SafeElement | undefined {
  const { localName } = element
  const tag = tagOf(element)
  if (tag === undefined) return undefined
  const href = localName === 'a' ? attribute(element, 'href', httpsAddress) : undefined
  if (localName === 'a' && href === undefined) return undefined
  const lang = attribute(element, 'lang', languageTag)
  const dir = attribute(element, 'dir', direction)
  return {
    tag,
    ...(lang === undefined ? {} : { lang }),
    ...(dir === undefined ? {} : { dir }),
    ...(href === undefined ? {} : { href }),
    ...spansOf(element, tag),
    children,
  }
}

/** Siblings still to be read, starting with `next`, and the list that they are added to. */
interface Level {
  next: Node | null
  readonly into: SafeNode[]
  readonly depth: number
  /** Whether the siblings are parts of a table. */
  readonly inTable?: boolean
  /** Text to add after them. */
  readonly end?: string
}

function addText(into: SafeNode[], text: string): void {
  const last = into.length - 1
  const before = into[last]
  if (typeof before === 'string') into[last] = before + text
  else if (text !== '') into.push(text)
}

/** Adds the element. Returns the level of its children if they are to be read. */
function enter(element: Element, { into, depth }: Level): Level | undefined {
  const mark = footnoteMark(element)
  if (mark) {
    into.push(mark)
    return undefined
  }
  const children: SafeNode[] = []
  const made = depth < deepest ? safeElement(element, children) : undefined
  if (!made) {
    // Words of blocks stay apart even if the blocks are nested too deep.
    const end = isHtml(element) && blocks.has(element.localName) ? '\n' : ''
    addText(into, end)
    return { next: element.firstChild, into, depth, end }
  }
  into.push(made)
  return { next: element.firstChild, into: children, depth: depth + 1, inTable: tableParts.test(made.tag) }
}

/**
 * Converts a tree to data and keeps only items on the safe lists. Not recursive, because the tree may be deeper than the stack.
 */
export function readNodes(root: Node): SafeNode[] {
  const result: SafeNode[] = []
  const levels: Level[] = [{ next: root.firstChild, into: result, depth: 0 }]
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const node = level.next
    if (!node) {
      levels.pop()
      addText(level.into, level.end ?? '')
      continue
    }
    level.next = node.nextSibling
    if (isText(node) && !(level.inTable && node.data.trim() === '')) addText(level.into, node.data)
    const inner = isElement(node) ? enter(node, level) : undefined
    if (inner) levels.push(inner)
  }
  return result
}
