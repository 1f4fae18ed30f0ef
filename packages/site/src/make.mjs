import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compose } from './compose.mjs'
import { api } from './entry-points.mjs'
import { firstScreen } from './first-screen.mjs'
import { benchmarks, errors, packages, status, run } from './made.mjs'
import { blocksOf, frontMatter, paragraphAfterTitle } from './markdown.mjs'
import { arabic, groups } from './pages.mjs'

const made = {
  'made:errors': errors,
  'made:status': status,
  'made:benchmarks': benchmarks,
  'made:packages': packages,
  'made:run': run,
}

/**
 * A page in another language has the code of the page in English, block by block.
 * @param {string} text @param {readonly string[]} blocks
 */
export function withBlocks(text, blocks) {
  const place = /^ *<!-- block -->$/gm
  const places = text.match(place) ?? []
  if (places.length !== blocks.length)
    throw new Error(`There are ${blocks.length} blocks of code, and the translation has ${places.length}`)
  const left = [...blocks]
  return text.replaceAll(place, () => left.shift() ?? '')
}

/** Highlighting would turn a report of a hundred kilobytes into a page of two megabytes. @param {string} text */
const uncoloured = (text) =>
  text.replaceAll(/^```ts\n([^]*?)^```$/gm, (block, code) =>
    code.length > 12_000 ? `\`\`\`txt\n${code}\`\`\`` : block,
  )

/**
 * The list for language models. @param {string} promise
 * @param {readonly { title: string, pages: readonly { path: string, title: string, about: string }[] }[]} list
 */
function forModels(promise, list) {
  const parts = list.map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map((page) => `- [${page.title}](/${page.path}.html): ${page.about}`).join('\n')}`,
  )
  return `# Waraq\n\n> ${promise}\n\n${parts.join('\n\n')}\n`
}

/**
 * Returns all files of the site by their paths: generated texts, and pictures with their paths in the repository. Throws if
 * anything is wrong with the repository's documents, such as a link that leads nowhere.
 *
 * @param {string} root of the repository
 * @param {string | undefined} sources base address of the repository's files; without one, links to them become plain words
 * @returns {{ readonly texts: ReadonlyMap<string, string>, readonly pictures: ReadonlyMap<string, string> }}
 */
export function makeSite(root, sources) {
  /** @param {string} path */
  const onDisk = (path) => readFileSync(join(root, path), 'utf8')
  /** @type {Map<string, string>} */
  const pictures = new Map([['public/icon.svg', 'packages/site/pictures/icon.svg']])
  /** @param {string} path */
  function picture(path) {
    const name = `pictures/${basename(path)}`
    pictures.set(`public/${name}`, path)
    return `/${name}`
  }
  /** @param {string} path */
  function read(path) {
    const make = made[/** @type {keyof typeof made} */ (path)]
    if (make) return make(onDisk)
    const translated = arabic.find(({ from }) => from.includes(path))
    return translated ? withBlocks(onDisk(path), blocksOf(onDisk(translated.blocksOf))) : onDisk(path)
  }
  const all = [...groups, { title: 'API', pages: api(root) }, { title: 'العربية', pages: arabic }]
  const composed = compose(
    all.flatMap(({ pages }) => pages),
    {
      read,
      picture,
      has: (path) => existsSync(join(root, path)),
      source: (path) => (sources === undefined ? undefined : `${sources.replace(/\/$/, '')}/${path}`),
    },
  )
  const about = new Map(
    composed.map(({ page: { path, title }, about }) => [
      path,
      // Reports start with a note on how they are written, which is no description.
      path.startsWith('api/') ? `Every name that ${title} gives, with its declaration.` : about,
    ]),
  )
  const list = all.map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => ({ ...page, about: about.get(page.path) ?? '' })),
  }))
  const texts = new Map(
    composed.map(({ page: { path, title }, text }) => [
      `${path}.md`,
      `${frontMatter({ title, description: about.get(path), ...roomOf(text) })}\n# ${title}\n\n${uncoloured(text)}\n`,
    ]),
  )
  texts.set('index.md', firstScreen('en', onDisk, picture))
  texts.set('ar/index.md', firstScreen('ar', onDisk, picture))
  texts.set('public/llms.txt', forModels(paragraphAfterTitle(onDisk('README.md')), list))
  return { texts, pictures }
}

/** A page without sections has no outline, so its tables get that space. @param {string} text */
function roomOf(text) {
  return /^## /m.test(text) ? {} : { aside: false }
}
