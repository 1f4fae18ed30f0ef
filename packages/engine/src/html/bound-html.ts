import { droppedTags } from './dropped.ts'
import { safeTags } from './safe-node.ts'

/**
 * What keeps a text from taking the page's time. A browser's parser takes time by the square of how deep tags are nested,
 * and copies elements that were left open into each paragraph that follows; cleaning an element takes it by the square of
 * its attributes. No verse and hardly a tafsir is longer than this; such texts are parsed as they are.
 */
const parsedAsIs = { length: 32_768, tags: 300 }

/** Longer texts go through with bare tags only, which bounds both copies and attributes; with more tags, without any. */
const mostTags = 5_000

/** Elements that the parser copies. Those with different attributes count as different, so they keep none. */
const copied: ReadonlySet<string> = new Set(['b', 'em', 'i', 'strong'])
const known: ReadonlySet<string> = new Set([...safeTags, ...droppedTags])
const blocks = /^(?:br|p|div|h[1-6]|ul|ol|li|blockquote|t[rdh]|table|section|article|dd|dt|dl|hr|pre)$/

/** Bounded, so that it takes time by the length of the text only. A `<` that begins none of these is a character. */
const anyTag = /<(\/?)([a-z][^\s/<>]{0,50})(?=[\s/>])([^<>]{0,2500})>|<!--|<[!?/][^<>]{0,2500}>|</gi
const keptAttribute = /[\s/"'](foot_note|href|lang|dir)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

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
  return blocks.test(name.toLowerCase()) ? '\n' : ''
}

function tagsIn(html: string): number {
  let tags = 0
  for (let at = html.indexOf('<'); at >= 0 && tags <= mostTags; at = html.indexOf('<', at + 1)) tags += 1
  return tags
}

/** The same text, as markup that parser and sanitiser are done with soon. This makes nothing harmless; they do. */
export function boundHtml(html: string): string {
  const tags = tagsIn(html)
  if (html.length <= parsedAsIs.length && tags <= parsedAsIs.tags) return html
  return html.replace(anyTag, tags <= mostTags ? bareTag : noTag)
}
