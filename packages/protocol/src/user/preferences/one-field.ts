import * as z from 'zod/mini'
import { isJsonObject } from '../../json-object.ts'
import { choice } from '../parts/choice.ts'
import { body } from '../parts/objects.ts'
import { preferenceSections, type PreferenceSection } from './sections.ts'

type Sections = typeof preferenceSections
type ValueOf<Field> = Field extends z.core.SomeType ? Exclude<z.infer<Field>, undefined> : never

/** One field of one section: `{ group: 'theme', key: 'type', value: 'dark' }`. */
export type UpdatePreferenceBody = {
  [Group in PreferenceSection]: {
    [Key in keyof Sections[Group]]: { group: Group; key: Key; value: ValueOf<Sections[Group][Key]> }
  }[keyof Sections[Group]]
}[PreferenceSection]

const places = /* @__PURE__ */ Object.entries(preferenceSections).flatMap(([group, fields]) =>
  Object.entries(fields as Record<string, z.ZodMiniType>).map(([key, field]) => ({ group, key, field })),
)

/* @__NO_SIDE_EFFECTS__ */
function oneField() {
  const options = places.map(({ group, key, field }) =>
    body({ group: z.literal(group), key: z.literal(key), value: z.nonoptional(field) }),
  )
  return choice(options, (value) => {
    if (!isJsonObject(value)) return 0
    if (!places.some(({ group }) => group === value['group'])) return 'group'
    const place = places.findIndex(({ group, key }) => group === value['group'] && key === value['key'])
    return place < 0 ? 'key' : place
  }) as unknown as z.ZodMiniType<UpdatePreferenceBody, UpdatePreferenceBody>
}

/** POST /v1/preferences. Unlike a complete section, a single field can be sent without any other. */
export const UpdatePreferenceBody = /* @__PURE__ */ oneField()
