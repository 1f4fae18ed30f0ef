import type * as z from 'zod/mini'

/** The fields of a schema's issue that locate it. */
type Issue = Pick<z.core.$ZodIssue, 'path' | 'code'> & { readonly keys?: readonly string[] }

/** The path to a field at fault: `['post', 'mentions', 0, 'marker']`. */
export type FieldPath = readonly PropertyKey[]

/**
 * Returns the fields at fault of a failed check, each once, in the order of the issues. A schema reports a field that is not
 * allowed on the object that contains it; here the field itself is named.
 */
export function fieldsAtFault(error: { readonly issues: readonly Issue[] }): FieldPath[] {
  const paths = error.issues.flatMap(({ path, code, keys }): FieldPath[] =>
    code === 'unrecognized_keys' && keys ? keys.map((key) => [...path, key]) : [path],
  )
  const byName = new Map(paths.map((path) => [fieldName(path), path]))
  return [...byName.values()]
}

/** Formats a path for people: `post.mentions[0].marker`. */
export function fieldName(path: FieldPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`
    return name === '' ? String(part) : `${name}.${String(part)}`
  }, '')
}
