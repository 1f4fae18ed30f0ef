/** One change of a push, as it was sent. */
export interface Pushed {
  readonly type: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly resource:
    'BOOKMARK' | 'COLLECTION' | 'COLLECTION_BOOKMARK' | 'NOTE' | 'READING_SESSION' | 'READING_BOOKMARK'
  readonly resourceId?: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** A state that the feed reports. */
export interface Reported {
  readonly type: string
  readonly resource: string
  readonly resourceId?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export interface PushAnswer {
  readonly message?: string
  readonly data?: { readonly mutations: readonly unknown[] }
}

/** An operation with the same effect as a change of a push. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly answer: unknown
}

/**
 * Converts the effects of a push to operations with the same effects, so that the oracle reads only one form. For a refused
 * push these are the changes before the one that the service names. Ids are taken from the feed before and after the push.
 */
export function changesOf(
  pushed: readonly Pushed[],
  { data, message = '' }: PushAnswer,
  before: readonly Reported[],
  after: readonly Reported[],
): Operation[] {
  const refused = Number(/mutations\[(\d+)\]/.exec(message)?.[1] ?? 0)
  const known = new Set(before.map(({ resourceId }) => resourceId))
  const idOf = ({ resource, resourceId, data: sent }: Pushed) =>
    resourceId ??
    after.find(
      (state) =>
        state.resource === resource &&
        (resource === 'BOOKMARK'
          ? ['key', 'verseNumber'].every((field) => (state.data?.[field] ?? null) === (sent?.[field] ?? null))
          : !known.has(state.resourceId) && state.data?.['clientCreatedAt'] === sent?.['clientCreatedAt']),
    )?.resourceId
  return pushed
    .slice(0, data?.mutations.length ?? refused)
    .map((change) => operationOf(change, idOf(change), before))
}

function operationOf({ type, resource, data }: Pushed, id: unknown, before: readonly Reported[]): Operation {
  const isGone = type === 'DELETE'
  const answer = { data: { id } }
  const at = (area: string, isOne: boolean) => `/v1/${area}${isOne ? `/${String(id)}` : ''}`
  switch (resource) {
    case 'COLLECTION':
      return {
        method: isGone ? 'DELETE' : 'POST',
        path: at('collections', type !== 'CREATE'),
        body: data,
        answer,
      }
    case 'NOTE': {
      const method = { CREATE: 'POST', UPDATE: 'PATCH', DELETE: 'DELETE' }[type]
      return { method, path: at('notes', type !== 'CREATE'), body: data, answer }
    }
    case 'COLLECTION_BOOKMARK': {
      const bookmark = before.find(
        (state) => state.resource === 'BOOKMARK' && state.resourceId === data!['bookmarkId'],
      )
      return {
        method: isGone ? 'DELETE' : 'POST',
        path: `/v1/collections/${String(data!['collectionId'])}/bookmarks`,
        body: isGone ? bookmark?.data : data,
        answer,
      }
    }
    case 'BOOKMARK': {
      // Pages are bookmarked themselves, and verses as the reading place.
      const { isReading, ...page } = data ?? {}
      return {
        method: isGone ? 'DELETE' : 'POST',
        path: at('bookmarks', isGone),
        body: page['type'] === 'page' ? page : { ...page, isReading },
        answer,
      }
    }
    case 'READING_BOOKMARK': {
      const slot = before.find(({ resourceId }) => resourceId === id)?.data?.['slot'] ?? data?.['slot']
      return {
        method: isGone ? 'DELETE' : 'POST',
        path: `/v1/reading-bookmarks/${String(slot)}`,
        body: data,
        answer,
      }
    }
    default:
      return { method: 'POST', path: '/v1/reading-sessions', body: data, answer }
  }
}
