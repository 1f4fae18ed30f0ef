import { posix } from 'node:path'
import { firstParagraph, headingsOf, sectionAt, shortened, slugOf, withLinks } from './markdown.mjs'

/**
 * Pages out of the repository's own Markdown. Pure: it asks `read` for the text of a file and knows nothing of disks.
 *
 * @typedef {import('./pages.mjs').Page} Page
 * @typedef {object} Repository
 * @property {(path: string) => string} read the text of a file; it throws where there is none
 * @property {(path: string) => boolean} has whether there is such a file or folder
 * @property {(path: string) => string} picture what a page calls the picture
 * @property {(path: string) => string | undefined} source where a file that is no page can be looked at
 *
 * @typedef {object} Part
 * @property {string} file
 * @property {string} slug of a section; empty for all of the file
 */

/** @param {string} from @returns {Part} */
const partOf = (from) => {
  const [file = '', slug = ''] = from.split('#')
  return { file, slug }
}

/** @param {Page} page @param {string} slug @param {string} file @param {ReadonlySet<string>} taken */
function idOf(page, slug, file, taken) {
  if (!taken.has(slug)) return slug
  const stem = posix.basename(file, '.md').toLowerCase()
  const id = `${stem}-${slug}`
  if (taken.has(id)) throw new Error(`${page.path}: two headings are called ${id}`)
  return id
}

/** @param {readonly Page[]} pages @param {Repository} repository */
export function compose(pages, repository) {
  const { read, has, picture, source } = repository
  /** Where each heading and each file is now. @type {Map<string, string>} */
  const homes = new Map()
  /** Pages of sections, which stand in a page of the whole file no more. @type {Map<string, Page>} */
  const takers = new Map()
  for (const page of pages)
    for (const from of page.from) {
      if (partOf(from).slug === '') continue
      if (takers.has(from)) throw new Error(`${from} is on two pages`)
      takers.set(from, page)
    }

  /** @typedef {{ file: string, lines: string[], line: number, depth: number, title: string, slug: string, id: string, text: string[] }} Piece */

  /** A part as pieces, each with its heading; what another page has is left out, with a word on where it is. */
  /** @param {Page} page @param {Part} part @param {Set<string>} taken @param {boolean} isAlone */
  function piecesOf(page, { file, slug }, taken, isAlone) {
    const text = read(file)
    const lines = text.split('\n')
    const range = slug === '' ? { from: 0, to: lines.length } : sectionAt(text, slug)
    if (range === undefined) throw new Error(`${page.path}: ${file} has no section ${slug}`)
    const headings = headingsOf(text).filter(({ line }) => line >= range.from && line < range.to)
    // The page's title stands for the heading of what it is alone made of.
    const top = Math.min(...headings.map(({ depth }) => depth))
    const shift = (isAlone ? 1 : 2) - top
    /** @type {Piece[]} */
    const pieces = []
    let skipBelow = Infinity
    for (const [at, heading] of headings.entries()) {
      if (heading.depth > skipBelow) continue
      skipBelow = Infinity
      const key = `${file}#${heading.slug}`
      const elsewhere = takers.get(key)
      const isMoved = elsewhere !== undefined && elsewhere !== page
      const isTitle = (isAlone && heading.depth === top) || heading.slug === slugOf(page.title)
      const id = isTitle ? '' : idOf(page, heading.slug, file, taken)
      if (id !== '') taken.add(id)
      const next = headings[at + 1]?.line ?? range.to
      if (isMoved) skipBelow = heading.depth
      else homes.set(key, id === '' ? page.path : `${page.path}#${id}`)
      const body = isMoved
        ? ['', `[${elsewhere.title}](site:${elsewhere.path}) has it.`, '']
        : lines.slice(heading.line + 1, next)
      pieces.push({
        ...heading,
        file,
        lines,
        id,
        depth: isTitle ? 1 : Math.max(heading.depth + shift, 2),
        text: body,
      })
    }
    const [first] = headings
    const before = lines.slice(range.from, first?.line ?? range.to)
    if (slug === '') homes.set(file, page.path)
    return { before, pieces }
  }

  const composed = pages.map((page) => {
    const taken = new Set([slugOf(page.title)])
    const isAlone = (/** @type {number} */ at) =>
      at === 0 && (page.from.length === 1 || partOf(page.from[0] ?? '').slug === '')
    const parts = page.from.map((from, at) => ({
      ...partOf(from),
      ...piecesOf(page, partOf(from), taken, isAlone(at)),
    }))
    return { page, parts }
  })

  /** @param {string} file @param {Page} page */
  const linkFrom = (file, page) => (/** @type {string} */ address, /** @type {string} */ words) => {
    if (/^(https?:|mailto:)/.test(address)) return `[${words}](${address})`
    if (address.startsWith('site:')) return `[${words}](/${address.slice(5)})`
    const [path = '', slug = ''] = address.split('#')
    const joined =
      path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, '')
    if (/\.(svg|png|webp)$/.test(joined)) return `![${words}](${picture(joined)})`
    if (!has(joined)) throw new Error(`${file} links to ${address}, which is not there (${page.path})`)
    const target = has(`${joined}/README.md`) ? `${joined}/README.md` : joined === '.' ? 'README.md' : joined
    if (slug !== '') {
      const home = homes.get(`${target}#${slug}`)
      const moved = takers.get(`${target}#${slug}`)
      if (
        home === undefined &&
        moved === undefined &&
        !headingsOf(read(target)).some((each) => each.slug === slug)
      )
        throw new Error(`${file} links to ${address}, and no heading is called so`)
      const place = home ?? moved?.path ?? homes.get(target)
      if (place !== undefined) return `[${words}](/${place})`
    }
    if (target === 'README.md') return `[${words}](/)`
    const home = homes.get(target)
    if (home !== undefined) return `[${words}](/${home})`
    const shown = source(target)
    return shown === undefined ? words : `[${words}](${shown})`
  }

  return composed.map(({ page, parts }) => {
    const body = parts.flatMap(({ file, before, pieces }) => {
      const rewrite = linkFrom(file, page)
      return [
        ...withLinks(before, rewrite),
        ...pieces.flatMap(({ depth, title, id, text }) => [
          ...(depth === 1 && id === '' ? [] : withLinks([`${'#'.repeat(depth)} ${title} {#${id}}`], rewrite)),
          ...withLinks(text, rewrite),
        ]),
      ]
    })
    const text = body
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
    return { page, text, about: shortened(firstParagraph(text), 180) }
  })
}
