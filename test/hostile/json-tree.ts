/**
 * JSON as a tree that can say more than JSON values can: keys that come twice, `__proto__` as a key like any other,
 * numbers as they are written, and scalars that are no JSON at all.
 */
export type Node = Scalar | ListNode | ObjectNode

export interface Scalar {
  readonly kind: 'scalar'
  /** As it stands in the document. */
  text: string
}

export interface ListNode {
  readonly kind: 'list'
  items: Node[]
}

export interface Entry {
  /** As it stands in the document, quotes included. */
  key: string
  value: Node
}

export interface ObjectNode {
  readonly kind: 'object'
  entries: Entry[]
}

export const scalar = (text: string): Scalar => ({ kind: 'scalar', text })

/** The tree of a value that `JSON.parse` gave. */
export function treeOf(value: unknown): Node {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOf) }
  if (typeof value !== 'object' || value === null) return scalar(JSON.stringify(value))
  const entries = Object.entries(value).map(([key, item]) => ({
    key: JSON.stringify(key),
    value: treeOf(item),
  }))
  return { kind: 'object', entries }
}

export function copyOf(node: Node): Node {
  if (node.kind === 'scalar') return scalar(node.text)
  if (node.kind === 'list') return { kind: 'list', items: node.items.map(copyOf) }
  return { kind: 'object', entries: node.entries.map(({ key, value }) => ({ key, value: copyOf(value) })) }
}

export function textOf(node: Node): string {
  if (node.kind === 'scalar') return node.text
  if (node.kind === 'list') return `[${node.items.map(textOf).join(',')}]`
  return `{${node.entries.map(({ key, value }) => `${key}:${textOf(value)}`).join(',')}}`
}

/** A place in the tree: where a value stands, and how to put another one there or take it away. */
export interface Slot {
  /** The key that it stands under; undefined in lists and at the root. */
  readonly entry: Entry | undefined
  readonly parent: ListNode | ObjectNode | undefined
  readonly node: Node
  replace(node: Node): void
  remove(): void
}

/** All places of the tree, the root first. */
export function slotsOf(root: { node: Node }): Slot[] {
  const slots: Slot[] = [
    {
      entry: undefined,
      parent: undefined,
      node: root.node,
      replace: (node) => {
        root.node = node
      },
      remove: () => {
        root.node = scalar('')
      },
    },
  ]
  for (let next = 0; next < slots.length; next++) {
    const { node } = slots[next]!
    if (node.kind === 'list') {
      for (const [index, item] of node.items.entries()) slots.push(itemSlot(node, index, item))
    } else if (node.kind === 'object') {
      for (const entry of node.entries) slots.push(entrySlot(node, entry))
    }
  }
  return slots
}

function itemSlot(parent: ListNode, index: number, node: Node): Slot {
  return {
    entry: undefined,
    parent,
    node,
    replace: (other) => {
      parent.items[index] = other
    },
    remove: () => {
      parent.items.splice(index, 1)
    },
  }
}

function entrySlot(parent: ObjectNode, entry: Entry): Slot {
  return {
    entry,
    parent,
    node: entry.value,
    replace: (other) => {
      entry.value = other
    },
    remove: () => {
      parent.entries = parent.entries.filter((each) => each !== entry)
    },
  }
}
