import { resourceKey, type ResourceRef } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'
import * as z from 'zod/mini'
import { searchableOf } from '../library/searchable.ts'

/** Which resources are searched. `translations`, the state before the first choice: all installed translations. */
export type Chosen = 'translations' | 'all' | readonly ResourceRef[]

const ChosenSchema = z.union([z.literal('all'), z.array(z.object({ group: z.string(), id: z.int() }))])

/** The stored choice; `translations` where it cannot be read. */
export function chosenOf(remembered: unknown): Chosen {
  const { success, data } = ChosenSchema.safeParse(remembered)
  return success ? data : 'translations'
}

/** The chosen resources, installed or not. `all` and `translations` mean installed resources with text. */
export function refsChosen(chosen: Chosen, installed: readonly ResourceInfo[]): ResourceRef[] {
  if (typeof chosen !== 'string') return [...new Map(chosen.map((ref) => [resourceKey(ref), ref])).values()]
  const refs = installed.filter(({ status }) => status === 'installed').map(({ ref }) => ref)
  return refs.filter((ref) => searchableOf(ref) && (chosen === 'all' || ref.group === 'translations'))
}
