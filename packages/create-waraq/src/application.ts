import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { templates, type Template, type TemplateName } from './templates.ts'

/** Assembles the files of an application from the folders that its template names. */

const folder = fileURLToPath(new URL('../templates', import.meta.url))

type Json = { readonly [key: string]: Json | string | boolean | readonly string[] }

const isObject = (value: Json[string] | undefined): value is Json =>
  typeof value === 'object' && !Array.isArray(value)

function merged(one: Json, other: Json): Json {
  const entries = Object.entries(other).map(([key, value]) => {
    const before = one[key]
    return [key, isObject(before) && isObject(value) ? merged(before, value) : value] as const
  })
  return { ...one, ...Object.fromEntries(entries) }
}

const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const json = (text: string) => JSON.parse(text) as Json
const written = (value: Json) => `${JSON.stringify(value, null, 2)}\n`

/** Version ranges of third-party packages: the same in every application. */
export const thirdParties = json(read('versions.json')) as Readonly<Record<string, string>>

/** Files of one folder, by their paths in the application. */
function layer(name: string): [string, string][] {
  const entries = readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
        .slice(join(folder, name).length + 1)
        .replaceAll('\\', '/')
      // npm does not pack a .gitignore, so it is stored with a leading underscore.
      return [path.replace(/^_/, '.'), read(join(name, path))]
    })
}

/** Adds the framework's plugin before the existing one. */
function withPlugin(config: string, { imports, from, call }: NonNullable<Template['plugin']>): string {
  return `import ${imports} from '${from}'\n${config.replace('plugins: [\n', `$&    ${call},\n`)}`
}

/**
 * Our packages as an application depends on them: all with one version, which is also that of this command, or packed into
 * files of the application, by name.
 */
export type OurPackages = string | ReadonlyMap<string, string>

/** Whether a package is one of this project. */
export const isOurs = (name: string) => name === 'waraq' || name.startsWith('@waraq/')

function rangeOf(name: string, ours: OurPackages): string | undefined {
  if (!isOurs(name)) return thirdParties[name]
  return typeof ours === 'string' ? `^${ours}` : ours.get(name)
}

function withVersions(list: Json, ours: OurPackages): Json {
  const ranges = Object.keys(list).map((name) => {
    const range = rangeOf(name, ours)
    if (range === undefined) throw new Error(`There is no version of ${name}`)
    return [name, range] as const
  })
  return Object.fromEntries(ranges.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function manifest(template: Json, name: string, ours: OurPackages): string {
  const { dependencies, devDependencies, ...rest } = template
  const named = { ...(dependencies as Json), ...(devDependencies as Json) }
  // Our packages depend on each other, and npm would request those from a registry.
  const overrides =
    typeof ours === 'string' ? undefined : Object.fromEntries([...ours].filter(([each]) => !(each in named)))
  return written({
    name,
    ...rest,
    dependencies: withVersions(dependencies as Json, ours),
    devDependencies: withVersions(devDependencies as Json, ours),
    ...(overrides && { overrides }),
  })
}

/**
 * @param name of the application's package
 * @returns texts by their paths
 */
export function applicationOf(
  template: TemplateName,
  name: string,
  ours: OurPackages,
): ReadonlyMap<string, string> {
  const { layers, plugin }: Template = templates[template]
  const files = new Map<string, string>()
  for (const [path, text] of layers.flatMap(layer)) {
    const before = files.get(path)
    const isMerged = path.endsWith('.json') && before !== undefined
    files.set(path, isMerged ? written(merged(json(before), json(text))) : text)
  }
  files.set('package.json', manifest(json(files.get('package.json') ?? '{}'), name, ours))
  const config = files.get('vite.config.ts')
  if (plugin && config !== undefined) files.set('vite.config.ts', withPlugin(config, plugin))
  return files
}
