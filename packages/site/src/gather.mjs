import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compose } from './compose.mjs'
import { api } from './doors.mjs'
import { benchmarks, errors, status, timesSooner } from './made.mjs'
import { blocksOf, shortened } from './markdown.mjs'
import { arabic, groups } from './pages.mjs'

/**
 * Writes the pages of the site into `.pages`, out of the repository's own files. Whatever is wrong with them, such as a link that
 * leads nowhere, is an error.
 */
const site = join(dirname(fileURLToPath(import.meta.url)), '..')
const root = join(site, '../..')
const output = join(site, '.pages')

/** Where the sources can be looked at, if they can be: links to files that are no pages lead below it. */
const repository = process.env['WARAQ_REPOSITORY']

/** @param {string} path */
const onDisk = (path) => readFileSync(join(root, path), 'utf8')
const made = { 'made:errors': errors, 'made:status': status, 'made:benchmarks': benchmarks }

/** @param {string} path */
function read(path) {
  const make = made[/** @type {keyof typeof made} */ (path)]
  return make ? make(onDisk) : onDisk(path)
}

/** A made text lies where the texts of this package lie, as far as its links go. @param {string} path */
const has = (path) => existsSync(join(root, path))

/** @param {string} path @param {string} text */
function write(path, text) {
  const file = join(output, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** @param {string} path */
function picture(path) {
  const name = `pictures/${basename(path)}`
  mkdirSync(join(output, 'public/pictures'), { recursive: true })
  cpSync(join(root, path), join(output, 'public', name))
  return `/${name}`
}

/** The code of a page in another language is that of the page in English, block by block. @param {string} text @param {string} of */
function withBlocks(text, of) {
  const blocks = blocksOf(onDisk(of))
  const places = text.match(/^ *<!-- block -->$/gm) ?? []
  if (places.length !== blocks.length)
    throw new Error(`${of} has ${blocks.length} blocks of code, its translation ${places.length}`)
  return text.replaceAll(/^ *<!-- block -->$/gm, () => blocks.shift() ?? '')
}

/** Colours make of a report of a hundred kilobytes a page of two megabytes. @param {string} text */
const uncoloured = (text) =>
  text.replaceAll(/^```ts\n([^]*?)^```$/gm, (block, code) =>
    code.length > 12_000 ? `\`\`\`txt\n${code}\`\`\`` : block,
  )

/** @param {Record<string, unknown>} matter */
const frontMatter = (matter) =>
  `---\n${Object.entries(matter)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n')}\n---\n`

/** The first screen: what the README promises, one figure, its first code, one picture. @param {{ language: 'en' | 'ar' }} of */
function firstScreen({ language }) {
  const readme = onDisk('README.md')
  const [promise = '', ,] = readme.split('\n\n').slice(1)
  const sentences = promise.replaceAll(/\s+/g, ' ')
  const words =
    language === 'en'
      ? {
          text: shortened(sentences, 0),
          tagline: sentences.slice(shortened(sentences, 0).length).trim(),
          ...english,
        }
      : /** @type {typeof english & { text: string, tagline: string }} */ (
          JSON.parse(onDisk('packages/site/own/ar/first-screen.json'))
        )
  const [code = ''] = blocksOf(readme)
  const number = timesSooner(onDisk)
  const [light, dark] = ['light', 'dark'].map((scheme) =>
    picture(`packages/site/pictures/reader-${scheme}.webp`),
  )
  const below = language === 'en' ? '' : 'ar/'
  const matter = frontMatter({
    layout: 'home',
    title: words.title,
    description: words.text,
    hero: {
      name: words.name,
      text: words.text,
      tagline: words.tagline,
      image: { light, dark, alt: words.picture },
      actions: [
        { theme: 'brand', text: words.begin, link: `/${below}getting-started` },
        { theme: 'alt', text: words.figures, link: '/figures/benchmarks' },
      ],
    },
  })
  return `${matter}
<div class="first-number"><strong dir="ltr">${number} ×</strong><span>${words.sooner}</span></div>

${code}
`
}

const english = {
  title: 'Waraq',
  name: 'Waraq',
  begin: 'Get started',
  figures: 'All figures',
  picture: 'The demo, an offline reader, shows a chapter with a translation',
  sooner: 'sooner readable: a mushaf of 84,270 rows, against one IndexedDB record a row',
}

/** @param {readonly { title: string, pages: readonly { path: string, title: string, about: string }[] }[]} list */
const forModels = (list) => `# Waraq

> ${shortened(onDisk('README.md').split('\n\n')[1]?.replaceAll(/\s+/g, ' ') ?? '', 400)}

${list
  .map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map((page) => `- [${page.title}](/${page.path}.html): ${page.about}`).join('\n')}`,
  )
  .join('\n\n')}
`

export function gather() {
  rmSync(output, { recursive: true, force: true })
  const all = [...groups, { title: 'API', pages: api(root) }, { title: 'العربية', pages: arabic }]
  const composed = compose(
    all.flatMap(({ pages }) => pages),
    {
      read: (path) => {
        const translated = arabic.find(({ from }) => from.includes(path))
        return translated ? withBlocks(read(path), translated.blocksOf) : read(path)
      },
      has,
      picture,
      source: (path) => (repository === undefined ? undefined : `${repository.replace(/\/?$/, '/')}${path}`),
    },
  )
  const about = new Map(composed.map((each) => [each.page.path, each.about]))
  for (const { page, text } of composed)
    write(
      `${page.path}.md`,
      `${frontMatter({ title: page.title, description: about.get(page.path) })}\n# ${page.title}\n\n${uncoloured(text)}\n`,
    )
  cpSync(join(site, 'pictures/icon.svg'), join(output, 'public/icon.svg'))
  write('index.md', firstScreen({ language: 'en' }))
  write('ar/index.md', firstScreen({ language: 'ar' }))
  write(
    'public/llms.txt',
    forModels(
      all.map(({ title, pages }) => ({
        title,
        pages: pages.map(({ path, title: name }) => ({ path, title: name, about: about.get(path) ?? '' })),
      })),
    ),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) gather()
