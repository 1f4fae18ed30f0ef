import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commandOf as waraq } from '../../packages/cli/src/command.ts'
import { applicationOf, thirdParties } from '../../packages/create-waraq/src/application.ts'
import { commandOf as createWaraq } from '../../packages/create-waraq/src/command.ts'
import { commandOf as waraqSandbox } from '../../packages/sandbox/src/services/command.ts'
import { blocksOf } from '../../packages/site/src/markdown.mjs'
import { filesBelow, root, sourcesOf } from '../static/sources.ts'

/** Lines for a shell that the documents show: their packages, commands, arguments and variables are there. */

const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly packageManager?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}
const manifestOf = (path: string) => JSON.parse(textOf(path)) as Manifest
const own = manifestOf('package.json')
const demo = manifestOf('demo/package.json')
const packages = readdirSync(join(root, 'packages')).map((name) => ({
  folder: `packages/${name}`,
  ...manifestOf(`packages/${name}/package.json`),
}))
const made = JSON.parse(applicationOf('vanilla', 'my-reader', '1.0.0').get('package.json')!) as Manifest

const installed = new Set([
  ...packages.flatMap(({ name, peerDependencies = {} }) => [name, ...Object.keys(peerDependencies)]),
  ...Object.keys(thirdParties),
])

/** What reads the arguments of each command; it throws where they are none. */
const readers: Readonly<Record<string, (words: readonly string[]) => unknown>> = {
  waraq,
  'waraq-sandbox': waraqSandbox,
  'waraq-relay': (words) => expect(words).toEqual([]),
}

/** The command of a package, and where it comes from. */
function readBin(name: string, words: readonly string[], from?: string): void {
  const its = packages.find(({ bin = {} }) => name in bin)
  if (!its) throw new Error(`No package has a command ${name}.`)
  if (from !== undefined) expect(its.name).toBe(from)
  readers[name]!(words)
}

function readNpm([verb, ...words]: readonly string[]): void {
  const [first, ...rest] = words
  if (verb === 'install')
    for (const name of words.filter((word) => word !== '--save-dev')) expect([...installed]).toContain(name)
  else if (verb === 'run') expect(Object.keys(made.scripts!)).toContain(first)
  else if (verb === 'create' && first === 'waraq@latest') createWaraq(rest.filter((word) => word !== '--'))
  else throw new Error(`npm ${verb} is not known here.`)
}

function readNpx(words: readonly string[]): void {
  const [first, second, third, ...rest] = words
  if (first === '-p') return readBin(third!, rest, second)
  if (first !== '-y') return readBin(first!, words.slice(1))
  expect(second).toBe(own.packageManager)
  readPnpm([third!])
}

/** Of this repository: a script of its root, or of the package that a filter names. */
function readPnpm(words: readonly string[]): void {
  const filters = words[0] === '--filter'
  const at = filters ? [...packages, demo].find(({ name }) => name === words[1]) : own
  expect(Object.keys(at?.scripts ?? {})).toContain(words[filters ? 2 : 0])
}

/** One command of a line, without the variables before it. */
function readCommand([name, ...words]: readonly string[]): void {
  if (name === 'npm') return readNpm(words)
  if (name === 'npx') return readNpx(words)
  if (name === 'pnpm') return readPnpm(words)
  // The sandbox that `waraq/vite` serves.
  if (name === 'curl') return expect(words.join(' ')).toContain('http://localhost:5173/waraq/sandbox/admin/')
  if (name !== 'cd') readBin(name!, words)
}

const sources = packages.map(({ folder }) => sourcesOf(folder).map(textOf).join('\n'))

function readLine(line: string): void {
  for (const part of line.split(/&&|; /)) {
    const words = (part.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''))
    const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word))
    for (const [name] of words.slice(0, at).map((word) => word.split('=')))
      expect(sources.some((source) => source.includes(`'${name}'`) || source.includes(`${name}:`))).toBe(true)
    readCommand(words.slice(at))
  }
}

const documents = filesBelow('').filter((path) => path.endsWith('.md') && !path.includes('/.pages/'))
const blocksIn = (path: string, language: string) =>
  blocksOf(textOf(path))
    .filter((block) => block.trimStart().startsWith(`\`\`\`${language}\n`))
    .map((block) => block.split('\n').slice(1, -1).join('\n'))
const scriptsOf = (json: string) => Object.values((JSON.parse(json) as Manifest).scripts ?? {})
const linesOf = (path: string) =>
  [
    ...blocksIn(path, 'sh').flatMap((block) => block.replaceAll('\\\n', ' ').split('\n')),
    ...blocksIn(path, 'json').flatMap(scriptsOf),
  ]
    .map((line) => line.replace(/ +#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => [line, path] as const)
const lines = documents.flatMap(linesOf)

it.each(lines)('%s, of %s', (line) => readLine(line))

it('are many, and one that is wrong is noticed', () => {
  expect(lines.length).toBeGreaterThan(20)
  for (const wrong of [
    'npm install @waraq/protocl',
    'npm run serve',
    'npx -p @waraq/relay waraq doctor --sandbox',
    'npx -p @waraq/cli waraq docter --sandbox',
    'npx -p @waraq/cli waraq doctor --no-such-option',
    'npx -y pnpm@9.0.0 test',
    'pnpm tset',
    'pnpm --filter @waraq/demo strat',
    'pnpm --filter @waraq/dmo start',
    'WARAQ_NO_SUCH=1 npx -p @waraq/relay waraq-relay',
    'npm create waraq@latest my-reader -- --template angular',
    'frobnicate',
  ])
    expect(() => readLine(wrong), wrong).toThrow()
})
