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

function answerOf({ answer }: Operation): string {
  if (answer === 'file') return 'a `Blob`'
  return answer === 'json' ? 'of no documented form' : named(answer)
}

function row(area: string, name: string, operation: Operation): string[] {
  const { service, method, path, query, body, scope, repeat, paging } = operation
  return [
    callOf(area, name, operation),
    `\`${method} ${userServicePaths[service]}${path}\``,
    [body && named(body), query && named(query)].filter(Boolean).join(', '),
    answerOf(operation),
    scope === null ? '' : `\`${scope}\``,
    repeat === 'safe' ? 'yes' : '',
    paging ?? '',
  ]
}

const heads = ['call', 'request', 'takes', 'answers with', 'scope', 'repeated', 'each']

function table(rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((cells) => cells[column]!.length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const introduction = `# Operations of \`waraq/user-client\`

Made from the catalogue itself; a test fails where it is not the same. \`query?\` may be left out; every call takes
options last. "Repeated": a try that failed in passing is made again by itself. "Each": the list can be gone through
item by item, with \`for await (const item of user.area.name.each(...))\`, and how its pages follow each other. The schemas
are those of \`@waraq/protocol/user\`. Each service has a root of its own. Which scope an operation needs is inferred from the
names of the scopes: the service publishes no table; its area allows it, too. \`sync\` is no part of \`userOperations\`: choose it
for a client that was approved for its scope. Neither is \`appState\`, whose scope is not published.
`

/** The page of reference. */
export function referenceOf(areas: Readonly<Record<string, Area>>): string {
  const sections = Object.entries(areas).map(([area, calls]) => {
    const rows = Object.entries(calls).map(([name, operation]) => row(area, name, operation))
    return `## ${area}\n\n${table(rows)}\n`
  })
  return [introduction, ...sections].join('\n')
}
