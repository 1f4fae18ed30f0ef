import { relative, resolve, basename } from 'node:path'
import { isBuiltin } from 'node:module'
import { applicationOf, type OurPackages } from './application.ts'
import { commandOf, example, usage, type Command } from './command.ts'
import { CreateError } from './create-error.ts'
import { packageManagerOf } from './package-manager.ts'
import { askForFolder, askForTemplate, inTerminal, type Terminal } from './questions.ts'
import { templates, type TemplateName } from './templates.ts'
import { requireEmpty, writeApplication } from './write-application.ts'

/** Environment of the command. */
export interface Host {
  readonly workingFolder: string
  /** `npm_config_user_agent`. */
  readonly userAgent: string | undefined
  readonly ours: OurPackages
  /** Null if no person uses the command interactively. */
  readonly terminal: Terminal | null
  out(text: string): void
  err(text: string): void
  /** Adds files that are not text to the application, before anything is installed. */
  complete?(folder: string): void
  install(packageManager: string, folder: string): Promise<boolean>
}

interface Wanted {
  readonly folder: string
  readonly template: TemplateName
}

/** Combines the command line with a person's answers to the missing values. */
async function wantedBy({ folder, template }: Command, host: Host): Promise<Wanted> {
  const check = (each: string) => {
    packageNameOf(each, host.workingFolder)
    requireEmpty(resolve(host.workingFolder, each))
  }
  if (folder !== undefined) check(folder)
  if (folder !== undefined && template !== undefined) return { folder, template }
  if (!host.terminal)
    throw new CreateError(
      'no_terminal',
      `There is no terminal to ask in, and the command does not say which ${folder === undefined ? 'folder' : 'template'}.`,
      `Say both: ${example}`,
    )
  return inTerminal(host.terminal, async (ask) => ({
    folder: folder ?? (await askForFolder(ask, check)),
    template: template ?? (await askForTemplate(ask)),
  }))
}

/** Commands for a person to type, one per line. */
function nextCommands(home: string, packageManager: string, host: Host, isInstalled: boolean): string {
  const path = relative(host.workingFolder, home)
  const enter = path === '' ? [] : [`cd ${/\s/.test(path) ? JSON.stringify(path) : path}`]
  const install = isInstalled ? [] : [`${packageManager} install`]
  return [...enter, ...install, `${packageManager} run dev`].map((line) => `  ${line}\n`).join('')
}

async function create(command: Command, host: Host): Promise<void> {
  const { folder, template } = await wantedBy(command, host)
  const home = resolve(host.workingFolder, folder)
  const name = packageNameOf(folder, host.workingFolder)
  writeApplication(home, applicationOf(template, name, host.ours))
  host.complete?.(home)
  host.out(`Made ${name}: ${templates[template].title}.\n`)
  const packageManager = packageManagerOf(host.userAgent)
  if (command.installs && !(await host.install(packageManager, home)))
    throw new CreateError(
      'install_failed',
      `The application is there, but ${packageManager} could not install what it needs.`,
      `Once that is mended:\n\n${nextCommands(home, packageManager, host, false)}`,
    )
  host.out(`
A content service of its own and the page, until Ctrl-C ends both:

${nextCommands(home, packageManager, host, command.installs)}
As readers get it, which opens without a network: ${packageManager} run build, then ${packageManager} run preview
`)
}

/**
 * Runs `create-waraq` with these arguments.
 * @returns the exit code
 */
export async function main(words: readonly string[], host: Host): Promise<number> {
  try {
    const command = commandOf(words)
    if (command) await create(command, host)
    else host.out(usage)
    return 0
  } catch (error) {
    if (!(error instanceof CreateError)) throw error
    host.err(`${error.message}\n${error.remedy}\n`)
    return error.code === 'cancelled' ? 130 : 1
  }
}

/** Reason why npm would refuse a name for a new package; undefined if it accepts the name. */
function fault(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name.length > 214) return 'is longer than 214 characters'
  if (/^[._-]/.test(name)) return 'begins with a dot, an underscore or a hyphen'
  if (!/^[a-z0-9._-]+$/.test(name)) return 'has other characters than a-z, 0-9, dots, hyphens and underscores'
  if (isBuiltin(name) || ['node_modules', 'favicon.ico'].includes(name)) return 'is taken by Node or npm'
  return undefined
}

/** The nearest name that npm accepts. */
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
 * Returns the name of the package, which is that of its folder.
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
