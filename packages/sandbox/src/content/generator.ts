import type { JsonObject } from '@waraq/contract'

/** What a generator of rows needs to know. */
export interface GeneratorContext {
  readonly seed: number
  /** The resource's id within its group. */
  readonly id: number
  readonly contentId: number | null
  /** Chapters that the sandbox holds, ascending. */
  readonly chapters: readonly number[]
}

/** Makes all rows of one resource in the order in which its snapshot lists them. */
export type RowGenerator = (context: GeneratorContext) => JsonObject[]

/** When the generated rows were last changed, as far as they say. */
export const generatedAt = '2025-06-01T00:00:00.000Z'

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
