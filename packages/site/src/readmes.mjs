import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './gather.mjs'
import { headingsOf, withLinks } from './markdown.mjs'
import { groups } from './pages.mjs'

/**
 * Generates the READMEs; `pnpm readmes` writes them. A package's README contains the start of its guide, the install
 * command and links to everything else, so that a registry shows a promise and some lines. The repository's README lists
 * the documents.
 */

const [begin, end] = ['<!-- documents: written by `pnpm readmes` -->', '<!-- end of documents -->']

/** The promise and the first code: everything up to the end of the first consecutive blocks of code. @param {string} guide */
function beginningOf(guide) {
  const [beginning] = /^[^]*?(?:^```\w+\n[^]*?^```\n\n?)+/m.exec(guide) ?? []
  if (beginning === undefined) throw new Error('A guide begins with a title, a promise and a block of code')
  const lines = withLinks(beginning.trim().split('\n'), (address, words) =>
    address.startsWith('#') ? `[${words}](GUIDE.md${address})` : `[${words}](${address})`,
  )
  return lines.join('\n')
}

/**
 * The packages that an application installs: this package, the imports of its first code, and required peer dependencies.
 * @param {string} beginning
 * @param {{ name: string, bin?: object, private?: boolean, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }> }} manifest
 */
function installOf(beginning, { name, bin, private: own, peerDependencies = {}, peerDependenciesMeta = {} }) {
  // For a package with a command, the guide explains how to get it.
  if (own || bin) return []
  const imported = [...beginning.matchAll(/ from '((?:@waraq\/[\w-]+)|waraq)/g)].map(([, from]) => from)
  const needed = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
  return ['```sh', `npm install ${[...new Set([name, ...imported, ...needed])].join(' ')}`, '```', '']
}

/**
 * @param {string} guide
 * @param {Parameters<typeof installOf>[1]} manifest
 * @param {ReadonlyMap<string, string>} others the other documents of the folder, by name
 */
export function readmeOf(guide, manifest, others) {
  const beginning = beginningOf(guide)
  return [
    '<!-- Written by `pnpm readmes`; GUIDE.md has its words. -->',
    '',
    beginning,
    '',
    ...installOf(beginning, manifest),
    '## Documents',
    '',
    '- [Guide](GUIDE.md)',
    ...[...others].map(([name, text]) => `- [${headingsOf(text)[0]?.title}](${name})`),
    '',
  ].join('\n')
}

/** The list in the repository's README: each group of the site with links to the source files of its pages. */
function documentsOf() {
  const line = (/** @type {import('./pages.mjs').Group} */ { title, pages }) => {
    const links = pages.flatMap((page) => {
      const file = page.from.find((from) => !from.startsWith('made:'))
      return file === undefined ? [] : [`[${page.title}](${file.replace(/^README\.md/, '')})`]
    })
    return `- **${title}**: ${links.join(', ')}`
  }
  // The README already has a table of the packages.
  return groups
    .filter(({ title }) => title !== 'Packages')
    .map(line)
    .join('\n')
}

/** All generated READMEs with their texts. @returns {Map<string, string>} */
export function readmes() {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
  const folders = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'demo']
  /** @type {Map<string, string>} */
  const made = new Map()
  for (const folder of folders.filter((each) => existsSync(join(root, each, 'GUIDE.md')))) {
    const names = readdirSync(join(root, folder)).filter((name) => /^(?!README|GUIDE)[A-Z-]+\.md$/.test(name))
    const others = new Map(names.map((name) => [name, read(`${folder}/${name}`)]))
    const manifest = JSON.parse(read(`${folder}/package.json`))
    made.set(`${folder}/README.md`, readmeOf(read(`${folder}/GUIDE.md`), manifest, others))
  }
  const [before = '', rest = ''] = read('README.md').split(begin)
  made.set('README.md', `${before}${begin}\n\n${documentsOf()}\n\n${end}${rest.split(end)[1] ?? ''}`)
  return made
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of readmes()) writeFileSync(join(root, path), text)
