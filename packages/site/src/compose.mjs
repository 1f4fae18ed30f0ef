import { posix } from 'node:path'
import { firstParagraph, headingsOf, sectionAt, shortened, slugOf, withLinks } from './markdown.mjs'

/**
 * Composes pages from the repository's own Markdown. Pure: it requests the texts of files and knows nothing of disks.
 *
 * @typedef {import('./pages.mjs').Page} Page
 *
 * @typedef {object} Repository
 * @property {(path: string) => string} read the text of a file; throws if there is none
 * @property {(path: string) => boolean} has whether there is such a file or folder
 * @property {(path: string) => string} picture address of a picture on a page
 * @property {(path: string) => string | undefined} source address of a file that is not a page
 *
 * @typedef {object} Piece a heading and the lines below it; the title of a page has no id
 * @property {string} key the file and the heading's name in it
 * @property {string} id
 * @property {number} depth
 * @property {string} title
 * @property {readonly string[]} lines
 *
 * @typedef {object} Part
 * @property {string} file
 * @property {string} slug of a section; empty for the entire file
 * @property {readonly string[]} before lines before the first heading
 * @property {readonly Piece[]} pieces
 *
 * @typedef {object} Cut
 * @property {Page} page
 * @property {readonly Part[]} parts
 */

/** @param {string} from */
function placeOf(from) {
  const [file = '', slug = ''] = from.split('#')
  return { file, slug }
}

/** The page that contains each section. The page of the entire file then no longer contains it. @param {readonly Page[]} pages */
function takersOf(pages) {
  /** @type {Map<string, Page>} */
  const takers = new Map()
  for (const page of pages)
    for (const from of page.from.filter((each) => placeOf(each).slug !== '')) {
      if (takers.has(from)) throw new Error(`${from} is on two pages`)
      takers.set(from, page)
    }
  return takers
}

/** Returns an id that no other heading of the page has. @param {Set<string>} taken @param {string} slug @param {string} file */
function takeId(taken, slug, file) {
  const id = taken.has(slug) ? `${posix.basename(file, '.md').toLowerCase()}-${slug}` : slug
  if (taken.has(id)) throw new Error(`${file}: two headings of a page are called ${id}`)
  taken.add(id)
  return id
}

/**
 * @param {Page} page @param {number} at which of its parts
 * @param {Repository['read']} read @param {ReadonlyMap<string, Page>} takers @param {Set<string>} taken ids of the page
 * @returns {Part}
 */
function cutPart(page, at, read, takers, taken) {
  const { file, slug } = placeOf(page.from[at] ?? '')
  const text = read(file)
  const lines = text.split('\n')
  const range = slug === '' ? { from: 0, to: lines.length } : sectionAt(text, slug)
  if (range === undefined) throw new Error(`${page.path}: ${file} has no section ${slug}`)
  const headings = headingsOf(text).filter(({ line }) => line >= range.from && line < range.to)
  const [first] = headings
  // The page's title replaces the heading of its source, if that is the only source or an entire file in first place.
  const leads = at === 0 && (page.from.length === 1 || slug === '')
  const shift = (leads ? 1 : 2) - (first?.depth ?? 1)
  /** @type {Piece[]} */
  const pieces = []
  let skipsBelow = Infinity
  for (const [place, heading] of headings.entries()) {
    if (heading.depth > skipsBelow) continue
    const key = `${file}#${heading.slug}`
    const taker = takers.get(key) ?? page
    skipsBelow = taker === page ? Infinity : heading.depth
    const isTitle = (leads && heading === first) || heading.slug === slugOf(page.title)
    const id = isTitle ? '' : takeId(taken, heading.slug, file)
    const depth = isTitle ? 1 : Math.max(heading.depth + shift, 2)
    const own = lines.slice(heading.line + 1, headings[place + 1]?.line ?? range.to)
    const elsewhere = ['', `[${taker.title}](site:${taker.path}) has it.`, '']
    pieces.push({ key, id, depth, title: heading.title, lines: taker === page ? own : elsewhere })
  }
  return { file, slug, before: lines.slice(range.from, first?.line ?? range.to), pieces }
}

/** Addresses of all files and headings. @param {readonly Cut[]} cuts @param {ReadonlyMap<string, Page>} takers */
function homesOf(cuts, takers) {
  /** @type {Map<string, string>} */
  const homes = new Map()
  for (const { page, parts } of cuts)
    for (const { file, slug, pieces } of parts) {
      if (slug === '') homes.set(file, page.path)
      for (const { key, id } of pieces)
        if ((takers.get(key) ?? page) === page) homes.set(key, id === '' ? page.path : `${page.path}#${id}`)
    }
  return homes
}

/**
 * @param {string} file in which the link stands @param {string} address @param {string} words
 * @param {Repository} repository @param {ReadonlyMap<string, string>} homes
 */
function linkOf(file, address, words, { read, has, picture, source }, homes) {
  if (/^(https?:|mailto:)/.test(address)) return `[${words}](${address})`
  if (address.startsWith('site:')) return `[${words}](/${address.slice(5)})`
  const { file: path, slug } = placeOf(address)
  const joined = posix.join(posix.dirname(file), path).replace(/\/$/, '')
  if (/\.(svg|png|webp)$/.test(joined)) return `![${words}](${picture(joined)})`
  // A link to a folder leads to its guide. The folder's README is only the start of the guide.
  const inFolder = [`${joined}/GUIDE.md`, `${joined}/README.md`].find(has)
  const target = path === '' ? file : (inFolder ?? joined)
  if (path !== '' && !has(target)) throw new Error(`${file} links to ${address}, and there is no such file`)
  if (slug !== '' && !headingsOf(read(target)).some((heading) => heading.slug === slug))
    throw new Error(`${file} links to ${address}, and no heading is called so`)
  // The page of the README itself is the first screen.
  const home =
    homes.get(`${target}#${slug}`) ??
    homes.get(target) ??
    (/^(\.\/)?README\.md$/.test(target) ? '' : undefined)
  if (home !== undefined) return `[${words}](/${home})`
  const shown = source(target)
  return shown === undefined ? words : `[${words}](${shown})`
}

/** @param {readonly Page[]} pages @param {Repository} repository */
export function compose(pages, repository) {
  const takers = takersOf(pages)
  const cuts = pages.map((page) => {
    const taken = new Set([slugOf(page.title)])
    return { page, parts: page.from.map((_, at) => cutPart(page, at, repository.read, takers, taken)) }
  })
  const homes = homesOf(cuts, takers)
  return cuts.map(({ page, parts }) => {
    const written = parts.flatMap(({ file, before, pieces }) => {
      const linked = (/** @type {readonly string[]} */ lines) =>
        withLinks(lines, (address, words) => linkOf(file, address, words, repository, homes))
      return [
        ...linked(before),
        ...pieces.flatMap(({ id, depth, title, lines }) => [
          ...(id === '' ? [] : linked([`${'#'.repeat(depth)} ${title} {#${id}}`])),
          ...linked(lines),
        ]),
      ]
    })
    const text = written
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
    return { page, text, about: shortened(firstParagraph(text), 180) }
  })
}
