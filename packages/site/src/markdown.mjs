/**
 * Markdown for the site: headings, sections, links and blocks of code. Pure: texts in, texts out.
 *
 * @typedef {object} Heading
 * @property {number} line its index in the list of lines
 * @property {number} depth
 * @property {string} title as it is written
 * @property {string} slug its name in addresses, as GitHub makes it
 */

/** The words of a title, without the markup of code, emphasis and links. @param {string} title */
export const plain = (title) => title.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')

/** @param {string} title */
export const slugOf = (title) =>
  plain(title)
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/**
 * Yields lines of text with their indexes. Lines between fences are skipped.
 * @param {readonly string[]} lines
 */
function* textLines(lines) {
  let fence = ''
  for (const [at, line] of lines.entries()) {
    const [, mark = ''] = /^\s*(```+)/.exec(line) ?? []
    if (fence !== '') {
      if (mark.length >= fence.length && line.trim() === mark) fence = ''
    } else if (mark !== '') fence = mark
    else yield /** @type {const} */ ([at, line])
  }
}

/** @param {string} text @returns {Heading[]} */
export function headingsOf(text) {
  /** @type {Map<string, number>} */
  const seen = new Map()
  const headings = []
  for (const [line, words] of textLines(text.split('\n'))) {
    const [, marks, title] = /^(#{1,6}) (.*?)\s*$/.exec(words) ?? []
    if (marks === undefined || title === undefined) continue
    const slug = slugOf(title)
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    headings.push({ line, depth: marks.length, title, slug: times === 0 ? slug : `${slug}-${times}` })
  }
  return headings
}

/**
 * The lines of a section: from its heading to the next heading of the same depth or above.
 * @param {string} text @param {string} slug
 * @returns {{ readonly from: number, readonly to: number } | undefined}
 */
export function sectionAt(text, slug) {
  const headings = headingsOf(text)
  const own = headings.find((heading) => heading.slug === slug)
  if (own === undefined) return undefined
  const next = headings.find(({ line, depth }) => line > own.line && depth <= own.depth)
  return { from: own.line, to: next?.line ?? text.split('\n').length }
}

/**
 * Replaces each link and picture in the lines with the result of `rewrite`.
 * @param {readonly string[]} lines
 * @param {(address: string, words: string) => string} rewrite returns the entire link
 */
export function withLinks(lines, rewrite) {
  // Inline code comes first, so that text in it that looks like a link is not changed. The words of a link may contain code.
  const pattern = /(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)|(`+)[^`]*\4/g
  const rewritten = (/** @type {string} */ text) =>
    text.replaceAll(pattern, (whole, _mark, words, address) =>
      address === undefined ? whole : rewrite(address, words),
    )
  const result = [...lines]
  // The words of a link may continue on the next line, but never in another paragraph.
  /** @type {number[]} */
  let paragraph = []
  const end = () => {
    const now = rewritten(paragraph.map((at) => lines[at]).join('\n')).split('\n')
    for (const [place, at] of paragraph.entries()) result[at] = now[place] ?? ''
    paragraph = []
  }
  for (const [at, line] of textLines(lines)) {
    if (line.trim() === '' || (paragraph.at(-1) ?? at) < at - 1) end()
    paragraph.push(at)
  }
  end()
  return result
}

/** The fenced blocks of code, including fences. @param {string} text */
export const blocksOf = (text) => text.match(/^ *```\w[^]*?^ *```$/gm) ?? []

/** The first paragraph that is prose, as plain words in one line. @param {string} text */
export function firstParagraph(text) {
  const isProse = (/** @type {string} */ part) => /^(- )?[\p{L}\p{N}`*[]/u.test(part)
  const bare = text.replaceAll(/^ *```[^]*?^ *```$/gm, '').split(/\n{2,}/)
  const found = bare.map((part) => part.trim()).find(isProse) ?? ''
  // For a list, only the first item.
  const [item = ''] = found.replace(/^(- |\d+\. )/, '').split(/\n(?:- |\d+\. )/)
  return plain(item).replaceAll(/\s+/g, ' ')
}

/** The paragraph below the title, in one line. @param {string} text */
export const paragraphAfterTitle = (text) => (text.split('\n\n')[1] ?? '').replaceAll(/\s+/g, ' ')

/** Formats a page's front matter for VitePress. @param {Record<string, unknown>} matter */
export const frontMatter = (matter) =>
  `---\n${Object.entries(matter)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n')}\n---\n`

/** As many sentences of the paragraph as fit, at least one. @param {string} paragraph @param {number} length */
export function shortened(paragraph, length) {
  const sentences = paragraph.match(/[^]+?(?:[.!?؟](?=\s|$)|$)/g) ?? []
  let taken = ''
  for (const sentence of sentences) {
    if (taken !== '' && taken.length + sentence.length > length) break
    taken += sentence
  }
  return taken.trim().replace(/:$/, '.')
}

/**
 * The rows of a table whose first column has this heading, each as a list of cells.
 * @param {string} text @param {string} heading
 */
export function rowsOf(text, heading) {
  const rows = []
  let inside = false
  for (const [, line] of textLines(text.split('\n'))) {
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (cells.length === 0) inside = false
    else if (cells[0] === heading) inside = true
    else if (inside && !/^:?-+:?$/.test(cells[0] ?? '')) rows.push(cells)
  }
  return rows
}
