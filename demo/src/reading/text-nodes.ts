import { simpleNodes, type SafeNode, type TextOptions } from 'waraq/html'

type ToNodes = (html: string, options?: TextOptions) => SafeNode[]

/** Sanitises any text. Null until it is loaded. */
let ofAny: ToNodes | null = null

export function setSanitiser(sanitiser: ToNodes): void {
  ofAny = sanitiser
}

/** Loads the sanitiser, which only texts that are not simple need. Few verses are not simple. */
export async function loadSanitiser(): Promise<void> {
  const { safeNodes } = await import('./sanitiser.ts')
  setSanitiser(safeNodes)
}

export function isSimple(html: string): boolean {
  return simpleNodes(html) !== undefined
}

/** Returns a text of the service as harmless data. The sanitiser must be loaded, unless the text is simple. */
export function textNodes(html: string, options?: TextOptions): SafeNode[] {
  const nodes = simpleNodes(html, options) ?? ofAny?.(html, options)
  if (!nodes) throw new Error('A text that is not simple needs the sanitiser.')
  return nodes
}
