import type { JsonObject } from '@waraq/protocol'
import { randomFor, shuffled } from '../random.ts'
import type { FaultEffect } from './fault.ts'

/** Applies effects to a page of the feed. */
export function withPageEffects(page: JsonObject, effect: FaultEffect, seed: number): JsonObject {
  let mutations = [...(page['mutations'] as readonly JsonObject[])]
  const bound = page['sync_until_sequence']
  const added = effect.addMutations ?? []
  mutations.push(
    ...added.map((mutation) => ({ sequence: bound, changed_at: new Date(0).toISOString(), ...mutation })),
  )
  if (effect.duplicateMutations) mutations = mutations.flatMap((mutation) => [mutation, mutation])
  if (effect.shuffleMutations)
    mutations = shuffled(randomFor(seed, 'shuffled page', String(bound)), mutations)
  return { ...page, mutations, ...effect.page }
}
