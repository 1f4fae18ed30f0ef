import { WaraqError, type Mutation } from '@waraq/contract'

/** The feed contradicts itself. The page set is forgotten and begun again from the same token. */
export function feedInconsistent(problem: string, details?: Record<string, unknown>): WaraqError {
  return new WaraqError({
    code: 'feed_inconsistent',
    message: `The change feed contradicts itself: ${problem}. Nothing was applied; the next run reads it again.`,
    retryable: true,
    details,
  })
}

/**
 * The feed ends before changes that it has told already: a lagging replica or a stale cache, and applying it would take
 * rows back in time. Where it stays so, the service's sequences began anew, and everything is fetched anew.
 */
export function feedWentBack(bound: number, before: number, serverTime: number | null): WaraqError {
  return new WaraqError({
    code: 'feed_went_back',
    message:
      'The change feed ends before changes that it has told already; a replica lags behind. Nothing was applied; the next run reads it again.',
    retryable: true,
    details: { bound, before, serverTime },
  })
}

function identityOf(mutation: Mutation): string {
  const { sequence, type, resource_group, resource_id, record_type, record_key } = mutation
  return JSON.stringify([
    sequence,
    type,
    resource_group,
    resource_id,
    record_type ?? null,
    record_key ?? null,
  ])
}

/**
 * The mutations of a page set in ascending sequence, each once. Pages and changes may arrive in any order and more than
 * once; order within one sequence stays as it came.
 * @throws {WaraqError} `feed_inconsistent` where one change comes twice with different content
 */
export function inOrder(mutations: readonly Mutation[]): Mutation[] {
  const seen = new Map<string, Mutation>()
  for (const mutation of mutations) {
    const identity = identityOf(mutation)
    const twin = seen.get(identity)
    if (twin === undefined) seen.set(identity, mutation)
    else if (JSON.stringify(twin.data ?? null) !== JSON.stringify(mutation.data ?? null)) {
      throw feedInconsistent('one change came twice with different rows', { sequence: mutation.sequence })
    }
  }
  return [...seen.values()].sort((a, b) => a.sequence - b.sequence)
}
