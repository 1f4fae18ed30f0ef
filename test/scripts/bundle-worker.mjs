import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/**
 * Makes of each built worker entry point one file that imports nothing: for pages without a bundler, whose workers could not find
 * packages by name, since import maps do not reach them. A module worker and a classic one run it alike.
 */
const library = join(dirname(fileURLToPath(import.meta.url)), '../../packages/waraq')

/**
 * Whose work is in the file: packages that its modules come from, by the manifest beside each.
 * @param {string} entry @param {readonly string[]} modules
 */
function notice(entry, modules) {
  const folders = new Set(
    modules.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  )
  const named = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return `${name} ${version} (${license})`
  })
  return `/* waraq/${entry}, whole (MIT). With ${named.sort().join(', ')}. */`
}

for (const entry of ['worker', 'search-worker']) {
  const build = await rolldown({
    input: join(library, `dist/${entry}.js`),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await build.write({
    file: join(library, `dist/${entry}.bundle.js`),
    format: 'iife',
    codeSplitting: false,
    minify: true,
    postBanner: ({ moduleIds }) => notice(entry, moduleIds),
  })
  await build.close()
  const [file, ...more] = output
  if (more.length > 0 || file.imports.length > 0) throw new Error(`The ${entry} is not whole`)
}
