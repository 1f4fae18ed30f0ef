import type * as z from 'zod/mini'

/** Name-value pairs of an address, as `URLSearchParams` has them. */
export type QueryEntries = Iterable<readonly [name: string, value: string]>

/** The pairs to read, and the names that have been read. */
interface Source {
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly read: Set<string>
}

function take({ values, read }: Source, name: string): readonly string[] | undefined {
  read.add(name)
  return values.get(name)
}

/**
 * Returns the query of an address's pairs: the reverse of `queryEntries`. Texts become numbers and booleans if the schema
 * expects them. The query is not checked: a text that is not a number stays text, and an unknown name is kept, so that the
 * schema can refuse it.
 */
export function readQuery(schema: z.core.$ZodType, entries: QueryEntries): Record<string, unknown> {
  const values = new Map<string, string[]>()
  for (const [name, value] of entries) values.set(name, [...(values.get(name) ?? []), value])
  const source: Source = { values, read: new Set() }
  const known = fieldsOf(schema, source, (name) => name)
  const unknown = [...values].filter(([name]) => !source.read.has(name))
  return Object.fromEntries([...unknown.map(([name, texts]) => [name, texts[0]] as const), ...known])
}

type Definition = z.core.$ZodTypes['_zod']['def']
const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as Definition

/** The schema inside optional, nullable and default wrappers. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = definitionOf(schema)
  return 'innerType' in definition ? bare(definition.innerType) : schema
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const definition = definitionOf(bare(schema))
  return definition.type === 'object' ? definition.shape : {}
}

function fieldsOf(schema: z.core.$ZodType, source: Source, nameOf: (key: string) => string) {
  return Object.entries(shapeOf(schema)).flatMap(([key, field]) => {
    const value = readField(field, nameOf(key), source)
    return value === undefined ? [] : [[key, value] as const]
  })
}

function readField(field: z.core.$ZodType, name: string, source: Source): unknown {
  const schema = bare(field)
  const definition = definitionOf(schema)
  if (definition.type === 'object') return readObject(schema, name, source)
  if (definition.type === 'array') return readList(definition.element, name, source)
  const text = take(source, name)?.[0]
  return text === undefined ? undefined : readText(schema, text)
}

function readObject(schema: z.core.$ZodType, name: string, source: Source): unknown {
  const fields = fieldsOf(schema, source, (key) => `${name}[${key}]`)
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

function readList(element: z.core.$ZodType, name: string, source: Source): unknown {
  if (definitionOf(bare(element)).type !== 'object') {
    return take(source, name)?.[0]
      ?.split(',')
      .map((text) => readText(element, text))
  }
  const items = placesIn(name, source).map((place) => readObject(bare(element), `${name}[${place}]`, source))
  const there = items.filter((item) => item !== undefined)
  return there.length > 0 ? there : undefined
}

/** The indices after a list's name, ascending. There may be gaps. */
function placesIn(name: string, { values }: Source): number[] {
  const places = [...values.keys()].flatMap((other) => {
    if (!other.startsWith(`${name}[`)) return []
    const digits = /^(0|[1-9][0-9]{0,5})\]/.exec(other.slice(name.length + 1))?.[1]
    return digits === undefined ? [] : [Number(digits)]
  })
  return [...new Set(places)].sort((one, other) => one - other)
}

const numeric = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?$/

function readText(field: z.core.$ZodType, text: string): unknown {
  const schema = bare(field)
  const definition = definitionOf(schema)
  if (definition.type === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  return takesNumbers(definition) && numeric.test(text) ? Number(text) : text
}

function takesNumbers(definition: Definition): boolean {
  if (definition.type === 'literal') return definition.values.some((value) => typeof value === 'number')
  if (definition.type === 'union')
    return definition.options.some((one) => takesNumbers(definitionOf(bare(one))))
  return definition.type === 'number'
}
