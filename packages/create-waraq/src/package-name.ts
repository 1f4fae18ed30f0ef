import { isBuiltin } from 'node:module'
import { basename, resolve } from 'node:path'
import { CreateError } from './create-error.ts'

/** Why npm would not take a name for a new package. */
function fault(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name.length > 214) return 'is longer than 214 characters'
  if (/^[._-]/.test(name)) return 'begins with a dot, an underscore or a hyphen'
  if (!/^[a-z0-9._-]+$/.test(name)) return 'has other characters than a-z, 0-9, dots, hyphens and underscores'
  if (isBuiltin(name) || ['node_modules', 'favicon.ico'].includes(name)) return 'is taken by Node or npm'
  return undefined
}

/** The nearest name that npm takes. */
export function nearestName(name: string): string {
  const near = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .replace(/-+$/, '')
    .slice(0, 214)
  return fault(near) === undefined ? near : 'my-reader'
}

/**
 * The package's name is that of its folder.
 * @throws {CreateError} `invalid_name`
 */
export function packageNameOf(folder: string, workingFolder: string): string {
  const name = basename(resolve(workingFolder, folder))
  const why = fault(name)
  if (why === undefined) return name
  throw new CreateError(
    'invalid_name',
    `npm takes no package of the name "${name}": it ${why}.`,
    `Take another folder, such as ${nearestName(name)}.`,
  )
}
