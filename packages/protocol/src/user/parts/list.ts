import * as z from 'zod/mini'

const mostBadItems = 5

const List = /* @__PURE__ */ z.core.$constructor<z.ZodMiniArray>('WaraqList', (inst, def) => {
  const base: z.core.$constructor<z.ZodMiniArray> = z.ZodMiniArray
  base.init(inst, def)
  inst._zod.parse = (payload, context) => {
    const { value: values, issues } = payload
    if (!Array.isArray(values)) {
      issues.push({ code: 'invalid_type', expected: 'array', input: values, inst })
      return payload
    }
    const items: unknown[] = []
    for (let index = 0; index < values.length && issues.length < mostBadItems; index++) {
      const item = def.element._zod.run({ value: values[index], issues: [] }, context) as z.core.ParsePayload
      if (item.issues.length > 0) issues.push(...z.core.util.prefixIssues(index, item.issues))
      items.push(item.value)
    }
    if (items.length === values.length) payload.value = items
    return payload
  }
})

/**
 * A list whose items fit the schema. It stops after a few bad items, so that a hostile body ends as a failed check. Zod's own
 * list collects the issues of all items and overflows the stack from some ten thousand on.
 */
/* @__NO_SIDE_EFFECTS__ */
export function list<Item extends z.ZodMiniType>(element: Item) {
  return new List({ type: 'array', element }) as unknown as z.ZodMiniArray<Item>
}
