import { blockTags } from './blocks.ts'
import type { SafeElement, SafeNode } from './safe-node.ts'

/**
 * Texts mix Arabic with other scripts and mark it by a class or not at all. Language and direction are therefore
 * derived from the letters.
 */
export type Direction = 'ltr' | 'rtl'

export interface TextOptions {
  /** Direction of the text's own language. Defaults to the direction of most of its letters. */
  readonly dir?: Direction | undefined
}

const arabicLetters = /(?=\p{L})\p{Script_Extensions=Arabic}/gu
const anyLetters = /\p{L}/gu
const latin = /\p{Script=Latin}/u

/** Words in a script other than the text's own, including marks and punctuation of that script. */
const strange: Readonly<Record<Direction, RegExp>> = {
  ltr: /\p{Script_Extensions=Arabic}+/gu,
  rtl: /(?:(?!\p{Script_Extensions=Arabic})[\p{L}\p{M}])+/gu,
}

/** Letters that Arabic lacks but Urdu and Persian have. A word with such letters still counts as Arabic if it has vowel signs. */
const ofOthers = /[پچژگٹڈڑںے]/
const vowelSigns = /[\u064b-\u0652\u0670\u06d6-\u06ed]/

const blocks: ReadonlySet<string> = new Set(blockTags)

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0
}

function wordsOf(nodes: readonly SafeNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.tag === 'footnote' ? '' : wordsOf(node.children)))
    .join('')
}

/** Language of words in a script, if the letters determine it. */
function languageOf(words: string, dir: Direction): { readonly lang?: string } {
  if (dir === 'rtl') return ofOthers.test(words) && !vowelSigns.test(words) ? {} : { lang: 'ar' }
  return latin.test(words) ? { lang: 'und-Latn' } : {}
}

const opposite = (dir: Direction): Direction => (dir === 'ltr' ? 'rtl' : 'ltr')

/**
 * Splits text so that words of the other script become elements. Characters between two such words belong to them
 * if they include no letter.
 */
function piecesOf(text: string, own: Direction): SafeNode[] {
  const spans: { from: number; to: number }[] = []
  for (const { index, 0: found } of text.matchAll(strange[own])) {
    if (count(found, anyLetters) === 0) continue
    const last = spans.at(-1)
    const to = index + found.length
    if (last && count(text.slice(last.to, index), anyLetters) === 0) last.to = to
    else spans.push({ from: index, to })
  }
  const nodes: SafeNode[] = []
  let at = 0
  const dir = opposite(own)
  for (const { from, to } of spans) {
    const words = text.slice(from, to)
    if (from > at) nodes.push(text.slice(at, from))
    nodes.push({ tag: 'span', ...languageOf(words, dir), dir, children: [words] })
    at = to
  }
  if (at < text.length) nodes.push(text.slice(at))
  return nodes
}

/**
 * Inline words keep the surrounding direction unless all of them are of the other script. A block has the
 * direction of most of its letters.
 */
function directionOf({ tag }: SafeElement, words: string, around: Direction): Direction {
  const arabic = count(words, arabicLetters)
  const others = count(words, anyLetters) - arabic
  if (arabic === others || (arabic > 0 && others > 0 && !blocks.has(tag))) return around
  return arabic > others ? 'rtl' : 'ltr'
}

function markedElement(element: SafeElement, around: Direction): SafeElement {
  const words = wordsOf(element.children)
  const dir = directionOf(element, words, around)
  const children = marked(element.children, dir)
  if (dir === around) return { ...element, children }
  return { ...languageOf(words, dir), dir, ...element, children }
}

function marked(nodes: readonly SafeNode[], own: Direction): SafeNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return piecesOf(node, own)
    return node.tag === 'footnote' ? [node] : [markedElement(node, own)]
  })
}

/** Adds language and direction to words in a script other than the text's own. */
export function markScripts(nodes: SafeNode[], { dir }: TextOptions = {}): SafeNode[] {
  const words = wordsOf(nodes)
  const arabic = count(words, arabicLetters)
  if (arabic === 0 && dir !== 'rtl') return nodes
  const others = count(words, anyLetters) - arabic
  const own = dir ?? (arabic > others ? 'rtl' : 'ltr')
  return (own === 'rtl' ? others : arabic) === 0 ? nodes : marked(nodes, own)
}
