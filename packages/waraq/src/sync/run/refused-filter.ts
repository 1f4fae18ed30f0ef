import { formatFilter, WaraqError, type ResourceFilter } from '@waraq/protocol'

/** Returns the part of the filter whose groups the service's complaint names; the entire filter if it names none. */
function partAtFault(filter: string, { groups }: ResourceFilter, complaint: string): string {
  const named = groups.filter(({ group }) => complaint.split(/[^a-z0-9_]+/).includes(group))
  return named.length === 0 ? filter : formatFilter({ groups: named })
}

/**
 * Returns the error of a refused filter with the subscription, the part at fault and what to do: the client only knows that a
 * request was refused. Other errors are returned unchanged.
 */
export function namingFilter(
  error: WaraqError | null,
  filter: string,
  parsed: ResourceFilter,
): WaraqError | null {
  if (error?.code !== 'invalid_resources') return error
  const { details, status } = error
  const complaint = String(details['serviceMessage'] ?? '').replace(/[\s.]+$/, '')
  const part = partAtFault(filter, parsed, complaint)
  const place = part === filter ? part : `${part} in ${filter}`
  const why = complaint === '' ? '' : `: ${complaint}`
  return new WaraqError({
    code: error.code,
    message:
      `The service refuses the filter ${place}${why}. Correct it where the application says what it keeps; ` +
      'unsubscribe() drops this one, and setSubscriptions() all but those that it is given.',
    status,
    details: { ...details, filter, part },
    cause: error,
  })
}
