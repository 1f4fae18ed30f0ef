import { resourceKey, type ResourceRef } from '@waraq/protocol'
import type { ResourceInfo } from '../../store/read/resource-info.ts'
import * as z from 'zod/mini'
import { searchableOf } from '../library/searchable.ts'

/** The resources that are searched. `translations`, the state before the first choice, means all installed translations. */
export type Chosen = 'translations' | 'all' | readonly ResourceRef[]

const ChosenSchema = z.union([z.literal('all'), z.array(z.object({ group: z.string(), id: z.int() }))])

/** The stored choice, or `translations` if it cannot be read. */
export function chosenOf(remembered: unknown): Chosen {
  const { success, data } = ChosenSchema.safeParse(remembered)
  return success ? data : 'translations'
}

/** Whether the choice includes a resource, installed or not. */
export function isChosen(chosen: Chosen, ref: ResourceRef): boolean {
  if (typeof chosen !== 'string') return chosen.some((each) => resourceKey(each) === resourceKey(ref))
  return searchableOf(ref) !== undefined && (chosen === 'all' || ref.group === 'translations')
}

/** The chosen resources, installed or not. `all` and `translations` mean installed resources with text. */
export function refsChosen(chosen: Chosen, installed: readonly ResourceInfo[]): ResourceRef[] {
  if (typeof chosen !== 'string') return [...new Map(chosen.map((ref) => [resourceKey(ref), ref])).values()]
  const refs = installed.filter(({ status }) => status === 'installed').map(({ ref }) => ref)
  return refs.filter((ref) => isChosen(chosen, ref))
}
