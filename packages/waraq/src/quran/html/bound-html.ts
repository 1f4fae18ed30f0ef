import { blockTags } from './blocks.ts'
import { droppedTags } from './dropped.ts'
import { safeTags } from './safe-node.ts'

/**
 * Texts up to this size are parsed as they are: all verses, and nearly all tafsirs. The limits keep
 * parsing from blocking the page:
 * - A browser's parser takes time quadratic in the nesting depth.
 * - It copies elements that were left open into each following paragraph.
 * - Cleaning an element takes time quadratic in the number of its attributes.
 */
const parsedAsIs = { length: 32_768, tags: 300 }

/** Longer texts keep only bare tags, which limits copies and attributes. Texts with more tags than this keep no tags. */
const mostTags = 5_000

/**
 * Elements that the parser copies. These keep no attributes, because the parser treats elements with different
 * attributes as different ones.
 */
const copied: ReadonlySet<string> = new Set(['b', 'em', 'i', 'strong'])
const known: ReadonlySet<string> = new Set([...safeTags, ...blockTags, ...droppedTags])
const blocks: ReadonlySet<string> = new Set(blockTags)

/** Matches a tag. Its repetitions are bounded, so that matching takes linear time. Any other `<` is a character. */
const anyTag = /<(\/?)([a-z][^\s/<>]{0,50})(?=[\s/>])([^<>]{0,2500})>|<!--|<[!?/][^<>]{0,2500}>|</gi
const keptAttribute =
  /[\s/"'](foot_note|href|lang|dir|colspan|rowspan)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

function keptAttributes(text: string): string {
  const found = Array.from(text.matchAll(keptAttribute), ([, name, double, single, bare]) => {
    const value = double ?? single ?? bare ?? ''
    return ` ${name}="${value.replaceAll('"', '&quot;')}"`
  })
  return found.slice(0, 4).join('')
}

function bareTag(whole: string, slash: string, name: string | undefined, attributes: string): string {
  if (name === undefined) return whole === '<' ? '&lt;' : whole === '<!--' ? whole : ''
  const tag = name.toLowerCase()
  if (!known.has(tag)) return ''
  return `<${slash}${tag}${slash || copied.has(tag) ? '' : keptAttributes(attributes)}>`
}

function noTag(whole: string, _slash: string, name: string | undefined): string {
  if (name === undefined) return whole === '<' ? '&lt;' : ''
  return blocks.has(name.toLowerCase()) ? '\n' : ''
}

function tagsIn(html: string): number {
  let tags = 0
  for (let at = html.indexOf('<'); at >= 0 && tags <= mostTags; at = html.indexOf('<', at + 1)) tags += 1
  return tags
}

/** Returns the text as markup that the parser and the sanitiser process quickly. Only the sanitiser makes it harmless. */
export function boundHtml(html: string): string {
  const tags = tagsIn(html)
  if (html.length <= parsedAsIs.length && tags <= parsedAsIs.tags) return html
  return html.replace(anyTag, tags <= mostTags ? bareTag : noTag)
}
