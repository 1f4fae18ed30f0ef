/** Notices changes of the prototypes that all objects share. */

const shared: readonly object[] = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Number.prototype,
  Map.prototype,
  Set.prototype,
  Promise.prototype,
  Error.prototype,
  Object,
  Array,
  JSON,
  Reflect,
]

type State = readonly (readonly [PropertyKey, unknown])[]

function stateOf(target: object): State {
  return Reflect.ownKeys(target).map((key) => {
    const property = Reflect.getOwnPropertyDescriptor(target, key)!
    return [key, 'value' in property ? (property.value as unknown) : property.get] as const
  })
}

/** Remembers them; the returned function throws where one has changed since. */
export function watchPrototypes(): () => void {
  const before = shared.map(stateOf)
  return () => {
    shared.forEach((target, index) => {
      const then = before[index]!
      const now = stateOf(target)
      const same =
        then.length === now.length &&
        then.every(([key, value], at) => now[at]![0] === key && Object.is(now[at]![1], value))
      if (!same) throw new Error(`A shared object was changed: ${String(target)}`)
    })
  }
}
