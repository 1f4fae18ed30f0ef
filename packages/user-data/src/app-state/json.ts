import type { AppStateJsonValue } from '@quranjs/api/public'

/** Whether two values are the same JSON, in whatever order their fields stand. */
export function isSameJson(
  one: AppStateJsonValue | undefined,
  other: AppStateJsonValue | undefined,
): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [fields, others] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    fields.length === others.size &&
    fields.every(([field, value]) => others.has(field) && isSameJson(value, others.get(field)))
  )
}
