import type * as z from 'zod/mini'

/** The part of a schema's issue that tells its place. */
type Issue = Pick<z.core.$ZodIssue, 'path' | 'code'> & { readonly keys?: readonly string[] }

/** A field at fault, with the way to it: `['post', 'mentions', 0, 'marker']`. */
export type FieldPath = readonly PropertyKey[]

/**
 * The fields that a failed check is about, each once, in the order of the issues. A schema reports a field that is not
 * allowed at the object around it; here it is named itself.
 */
export function fieldsAtFault(error: { readonly issues: readonly Issue[] }): FieldPath[] {
  const paths = error.issues.flatMap(({ path, code, keys }): FieldPath[] =>
    code === 'unrecognized_keys' && keys ? keys.map((key) => [...path, key]) : [path],
  )
  const byName = new Map(paths.map((path) => [fieldName(path), path]))
  return [...byName.values()]
}

/** A path as it is written for people: `post.mentions[0].marker`. */
export function fieldName(path: FieldPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`
    return name === '' ? String(part) : `${name}.${String(part)}`
  }, '')
}
