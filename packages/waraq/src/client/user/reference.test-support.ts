import { userSchemas } from '@waraq/protocol/user/json-schema'
import { userServicePaths } from '@waraq/protocol/user'
import { parametersOf, type Operation } from './operation.ts'

type Area = Readonly<Record<string, Operation>>

const schemaNames = new Map<unknown, string>(
  Object.entries(userSchemas).map(([name, schema]) => [schema, name]),
)
const named = (schema: unknown) => `\`${schemaNames.get(schema) ?? String(schema)}\``

/** The call of an operation, as a developer writes it. */
function callOf(area: string, name: string, { path, body, query }: Operation): string {
  const optional = query?.safeParse({}).success ? '?' : ''
  const parts = [...parametersOf(path), ...(body ? ['body'] : []), ...(query ? [`query${optional}`] : [])]
  return `\`${area}.${name}(${parts.join(', ')})\``
}

function row(area: string, name: string, operation: Operation): string[] {
  const { service, method, path, query, body, scope, repeat, paging } = operation
  return [
    callOf(area, name, operation),
    `\`${method} ${userServicePaths[service]}${path}\``,
    [body && named(body), query && named(query)].filter(Boolean).join(', '),
    scope === null ? '' : `\`${scope}\``,
    [repeat === 'safe' ? 'yes' : '', paging ?? ''].filter(Boolean).join(', '),
  ]
}

const heads = ['call', 'request', 'takes', 'scope', 'repeated, each']

function table(rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((cells) => cells[column]!.length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const introduction = `# Operations of the user client

Generated from the catalogue. \`query?\` is optional; every call takes options last. "Repeated": a try that failed in passing is
repeated automatically. "Each": how the pages of a list follow each other; \`for await (const item of user.area.name.each(...))\`
goes through its items. The schemas are those of \`@waraq/protocol/user\`; the type of a call has its answer, which is
undocumented for App State and trending hashtags. Each service has its own root. Scopes are inferred from
their names, because the service publishes no table; the scope of the area works, too. \`sync\` and \`appState\` are not part of
\`userOperations\`: choose them for a client that may use them.
`

/** The page of reference. */
export function referenceOf(areas: Readonly<Record<string, Area>>): string {
  const rows = Object.entries(areas).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, operation]) => row(area, name, operation)),
  )
  return `${introduction}\n${table(rows)}\n`
}
