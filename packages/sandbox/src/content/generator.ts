import type { JsonObject } from '@waraq/protocol'

/** The arguments of a row generator. */
export interface GeneratorContext {
  readonly seed: number
  /** The resource's id within its group. */
  readonly id: number
  readonly contentId: number | null
  /** Chapters that the sandbox holds, ascending. */
  readonly chapters: readonly number[]
  /** The origin of recordings, such as `http://127.0.0.1:4600`. Empty for rows that name no recordings. */
  readonly audioOrigin: string
}

/** Generates all rows of one resource in the order in which its snapshot lists them. */
export type RowGenerator = (context: GeneratorContext) => readonly JsonObject[]

/**
 * Wraps a generator so that sandboxes with the same arguments share its rows while one of them holds them. A test run has
 * thousands of sandboxes, and none changes a row in place.
 */
export function remembered(generate: RowGenerator): RowGenerator {
  const made = new Map<string, WeakRef<readonly JsonObject[]>>()
  return (context) => {
    const key = JSON.stringify(context)
    const rows = made.get(key)?.deref() ?? generate(context)
    made.set(key, new WeakRef(rows))
    return rows
  }
}

/** The time of the last change that generated rows report. */
export const generatedAt = '2025-06-01T00:00:00.000Z'

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
