import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Applications of all entry points: strict compilers, and Node without a browser's globals.
 *
 * @typedef {import('./stage.mjs').Packed} Packed
 * @typedef {{ readonly who: string, readonly said: string }} Complaint
 */
const root = new URL('../../', import.meta.url)

/**
 * The least TypeScript that the README promises, and the newest. npm gets them: beside ours, pnpm would mix them up with
 * it.
 */
const compilers = ['5.7.3', '7.0.2']

/** @type {Readonly<Record<string, Record<string, unknown>>>} */
const surroundings = {
  // A page's bundler: no types of Node.
  bundler: { module: 'ESNext', moduleResolution: 'bundler', types: [] },
  node: { module: 'NodeNext', moduleResolution: 'NodeNext', types: ['node'] },
}

/** Packages that only a server runs; their types may name Node's. */
const onServers = ['@waraq/cli', '@waraq/relay', '@waraq/sandbox']

/** Entry points whose types are partly those of `@quranjs/api`, which name Node's. */
const withTypesOfNode = ['waraq/app-state']

/**
 * The entry points of a package that are JavaScript with types.
 * @param {Pick<Packed, 'manifest'>} packed
 */
export const typedEntryPoints = ({ manifest: { name, exports } }) =>
  Object.entries(exports)
    .filter(([, conditions]) => 'types' in conditions)
    .map(([entryPoint]) => name + entryPoint.slice(1))

/**
 * @param {string} who
 * @param {string} cwd
 * @param {string} command
 * @param {readonly string[]} words
 * @returns {Complaint[]}
 */
function complaintOf(who, cwd, command, words) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' })
  return status === 0 ? [] : [{ who, said: stdout + stderr }]
}

/**
 * Strict types, those of the packages included: `skipLibCheck` is false.
 * @param {readonly Packed[]} packed
 * @param {string} application
 */
export function compile(packed, application) {
  const types = join(application, 'node_modules/@types')
  mkdirSync(types)
  const owners = { node: 'package.json', react: 'packages/waraq/package.json' }
  for (const [name, owner] of Object.entries(owners)) {
    const manifest = createRequire(new URL(owner, root)).resolve(`@types/${name}/package.json`)
    symlinkSync(dirname(realpathSync(manifest)), join(types, name))
  }
  return Object.entries(surroundings).flatMap(([name, options]) => {
    const entryPoints = packed
      .filter(({ manifest }) => name === 'node' || !onServers.includes(manifest.name))
      .flatMap(typedEntryPoints)
      .filter((entryPoint) => name === 'node' || !withTypesOfNode.includes(entryPoint))
    const lines = entryPoints.map(
      (entryPoint, index) => `export * as entryPoint${index} from '${entryPoint}'`,
    )
    writeFileSync(join(application, `${name}.mts`), lines.join('\n'))
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      noEmit: true,
      ...options,
    }
    const config = `tsconfig.${name}.json`
    writeFileSync(join(application, config), JSON.stringify({ compilerOptions, files: [`${name}.mts`] }))
    return compilers.flatMap((version) =>
      complaintOf(`TypeScript ${version}, ${name}`, application, 'npx', [
        '--yes',
        '--package',
        `typescript@${version}`,
        'tsc',
        '--project',
        config,
      ]),
    )
  })
}

/** Loads each entry point; all output, and all work that it leaves running, are complaints. @param {string} load */
const script = (load) => `
  const said = []
  for (const way of ['log', 'warn', 'error']) console[way] = (...words) => said.push(words.join(' '))
  for (const entryPoint of process.argv.slice(1))
    try { ${load}(entryPoint) } catch (error) { said.push(entryPoint + ': ' + error.stack) }
  if (said.length > 0) { process.stderr.write(said.join('\\n')); process.exitCode = 1 }`

/** A page that starts the whole worker: an entry point of another version refuses it, which shows that an engine is behind it. */
const pageOfWholeWorker = `
  const { readFileSync } = require('node:fs')
  const { runInThisContext } = require('node:vm')
  let hear
  const late = setTimeout(() => { throw new Error('The whole worker does not answer') }, 60_000)
  Object.assign(globalThis, {
    addEventListener: (type, listener) => { if (type === 'message') hear = listener },
    removeEventListener: () => undefined,
    postMessage: ({ value }) => {
      clearTimeout(late)
      if (value?.error?.code !== 'protocol_mismatch') throw new Error('It answers ' + JSON.stringify(value))
    },
  })
  globalThis.navigator ??= {}
  runInThisContext(readFileSync(require.resolve('waraq/worker.bundle.js').replace('worker.', process.argv[1]), 'utf8'))
  hear({ data: { id: '1', type: 'APPLY', path: ['open'], argumentList: [{ type: 'RAW', value: -1 }] } })`

/**
 * Each worker in one file starts and answers, with nothing to import from.
 * @param {string} application
 */
export const startWholeWorkers = (application) =>
  ['worker.', 'search-worker.'].flatMap((name) =>
    complaintOf(`waraq/${name}bundle.js`, application, process.execPath, ['--eval', pageOfWholeWorker, name]),
  )

/**
 * Every entry point is loaded on a server, by `import` and by CommonJS. It does nothing and says nothing.
 * @param {readonly Pick<Packed, 'manifest'>[]} packed
 * @param {string} application
 * @param {string} node this one where none is given
 */
export function loadInNode(packed, application, node = process.execPath) {
  const entryPoints = ['--', ...packed.flatMap(typedEntryPoints)]
  const asModule = ['--input-type=module', '--eval', script('await import')]
  const asCommonJs = ['--disable-warning=ExperimentalWarning', '--eval', script('require')]
  return [
    ...complaintOf('import in Node', application, node, [...asModule, ...entryPoints]),
    ...complaintOf('require in Node', application, node, [...asCommonJs, ...entryPoints]),
  ]
}
