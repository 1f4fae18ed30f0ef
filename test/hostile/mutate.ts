import { anyHostileAddress } from './addresses.ts'
import { damage } from './damage.ts'
import { hostileKey, hostileNumber, hostileValue } from './hostile-values.ts'
import {
  copyOf,
  scalar,
  slotsOf,
  textOf,
  treeOf,
  type Node,
  type ObjectNode,
  type Slot,
} from './json-tree.ts'
import type { Random } from '@waraq/test-support/random'
import type { ValidBody } from './valid-bodies.ts'

/** A body as it goes over the wire, and what was done to it. */
export interface HostileBody {
  readonly kind: ValidBody['kind']
  readonly from: string
  readonly how: readonly string[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

type Change = (slot: Slot, slots: readonly Slot[], random: Random) => void

/** Changes that keep the document's structure in sight. */
const changes: Readonly<Record<string, Change>> = {
  drop: (slot) => slot.remove(),
  nullify: (slot) => slot.replace(scalar('null')),
  replace: (slot, _, random) => slot.replace(scalar(hostileValue(random))),
  'odd number': (_, slots, random) => {
    const numbers = slots.filter(({ node }) => node.kind === 'scalar' && /^-?\d/.test(node.text))
    if (numbers.length > 0) random.pick(numbers).replace(scalar(hostileNumber(random)))
  },
  'number as text': (slot) => {
    if (slot.node.kind === 'scalar') slot.replace(scalar(JSON.stringify(slot.node.text)))
  },
  'wrap in a list': (slot) => slot.replace({ kind: 'list', items: [slot.node] }),
  'wrap in an object': (slot) =>
    slot.replace({ kind: 'object', entries: [{ key: '"0"', value: slot.node }] }),
  'list for object': (slot) => {
    if (slot.node.kind === 'object')
      slot.replace({ kind: 'list', items: slot.node.entries.map(({ value }) => value) })
  },
  'object for list': (slot) => {
    if (slot.node.kind !== 'list') return
    const entries = slot.node.items.map((value, index) => ({ key: `"${index}"`, value }))
    slot.replace({ kind: 'object', entries })
  },
  'move here': (slot, slots, random) => slot.replace(copyOf(random.pick(slots).node)),
  'odd key': (slot, _, random) => {
    if (slot.entry) slot.entry.key = hostileKey(random)
  },
  'add a key': (slot, slots, random) => {
    const object = objectNear(slot, slots, random)
    const value = random.oneIn(2) ? scalar(hostileValue(random)) : copyOf(random.pick(slots).node)
    object?.entries.splice(random.int(object.entries.length + 1), 0, { key: hostileKey(random), value })
  },
  'key twice': (slot, slots, random) => {
    if (slot.parent?.kind !== 'object' || !slot.entry) return
    const value = random.oneIn(2) ? scalar(hostileValue(random)) : copyOf(random.pick(slots).node)
    const at = random.int(slot.parent.entries.length + 1)
    slot.parent.entries.splice(at, 0, { key: slot.entry.key, value })
  },
  'item twice': (slot, _, random) => {
    if (slot.parent?.kind !== 'list') return
    slot.parent.items.splice(random.int(slot.parent.items.length + 1), 0, copyOf(slot.node))
  },
  shuffle: (slot, _, random) => {
    const list: unknown[] | undefined =
      slot.node.kind === 'list'
        ? slot.node.items
        : slot.node.kind === 'object'
          ? slot.node.entries
          : undefined
    if (!list || list.length < 2) return
    const [moved] = list.splice(random.int(list.length), 1)
    list.splice(random.int(list.length + 1), 0, moved)
  },
  'odd address': (_, slots, random) => {
    const addresses = slots.filter(({ entry }) => entry?.key.endsWith('_url"'))
    if (addresses.length > 0)
      random.pick(addresses).replace(scalar(JSON.stringify(anyHostileAddress(random))))
  },
}

const names = Object.keys(changes)

function objectNear(slot: Slot, slots: readonly Slot[], random: Random): ObjectNode | undefined {
  if (slot.node.kind === 'object') return slot.node
  const objects = slots.filter(({ node }) => node.kind === 'object')
  return objects.length > 0 ? (random.pick(objects).node as ObjectNode) : undefined
}

const trees = new WeakMap<ValidBody, Node>()

/** A body with one to three changes of structure, of bytes, or of both. */
export function mutate(body: ValidBody, random: Random): HostileBody {
  const kept = trees.get(body) ?? treeOf(body.value)
  trees.set(body, kept)
  const root = { node: copyOf(kept) }
  const how: string[] = []
  const structural = random.oneIn(5) ? 0 : 1 + (random.oneIn(3) ? random.int(3) : 0)
  for (let step = 0; step < structural; step++) {
    const name = random.pick(names)
    how.push(name)
    const slots = slotsOf(root)
    changes[name]!(random.pick(slots), slots, random)
  }
  const text = textOf(root.node)
  const bytes =
    structural === 0 || random.oneIn(12) ? damage(text, random, how) : new TextEncoder().encode(text)
  return { kind: body.kind, from: body.name, how, bytes }
}
