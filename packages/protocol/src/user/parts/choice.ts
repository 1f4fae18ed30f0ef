import * as z from 'zod/mini'

/**
 * Returns which alternative a value is meant to be: its index in the list, or the name of the field whose value fits none of
 * them. It is called with the value as received, of any kind.
 */
export type Pick = (value: unknown) => number | string

const Choice = /* @__PURE__ */ z.core.$constructor<
  z.ZodMiniUnion & { _zod: { def: z.core.$ZodUnionDef & { pick: Pick } } }
>('WaraqChoice', (inst, def) => {
  const base: z.core.$constructor<z.ZodMiniUnion> = z.ZodMiniUnion
  base.init(inst, def)
  inst._zod.parse = (payload, context) => {
    const picked = def.pick(payload.value)
    const option = typeof picked === 'number' ? def.options[picked] : undefined
    if (option) return option._zod.run(payload, context)
    const path = typeof picked === 'string' ? [picked] : []
    payload.issues.push({
      code: 'custom',
      path,
      input: payload.value,
      inst,
      message: 'Expected a known word',
    })
    return payload
  }
})

/**
 * One of several alternatives, chosen before it is checked. A plain union reports the issues of every alternative; this one
 * names the field that is wrong.
 */
/* @__NO_SIDE_EFFECTS__ */
export function choice<const Options extends readonly z.ZodMiniType[]>(options: Options, pick: Pick) {
  return new Choice({ type: 'union', options, pick }) as unknown as z.ZodMiniUnion<Options>
}
