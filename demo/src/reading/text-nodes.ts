import { simpleNodes, type SafeNode, type TextOptions } from 'waraq/html'

type ToNodes = (html: string, options?: TextOptions) => SafeNode[]

/** Makes any text harmless; null until it is here. */
let ofAny: ToNodes | null = null

export function setSanitiser(sanitiser: ToNodes): void {
  ofAny = sanitiser
}

/** Loads what texts need that are not simple: few verses are not. */
export async function loadSanitiser(): Promise<void> {
  const { safeNodes } = await import('./sanitiser.ts')
  setSanitiser(safeNodes)
}

export function isSimple(html: string): boolean {
  return simpleNodes(html) !== undefined
}

/** A text of the service as harmless data. The sanitiser has to be here, unless the text is simple. */
export function textNodes(html: string, options?: TextOptions): SafeNode[] {
  const nodes = simpleNodes(html, options) ?? ofAny?.(html, options)
  if (!nodes) throw new Error('A text that is not simple needs the sanitiser.')
  return nodes
}
