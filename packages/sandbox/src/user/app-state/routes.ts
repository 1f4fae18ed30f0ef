import { ListAppStateChangesQuery, ListAppStateQuery, PutAppStateBody } from '@waraq/protocol/user'
import { json } from '../../http/errors.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import { shown, type AppStateDocuments } from './documents.ts'
import { appStateRefusal } from './refusals.ts'

const usualPage = 100

/** The operations of App State. Their ETags are quoted and sent as headers. */
export function appStateRoutes(documents: AppStateDocuments): UserRoute[] {
  const list = { scope: null, query: ListAppStateQuery } as const
  const one = '/v1/app-state/{collection}/{key}'
  return [
    route('GET', '/v1/app-state:config', { scope: null }, () => done(documents.configuration)),
    route('GET', '/v1/app-state:bootstrap', list, ({ userId, query }) =>
      done(documents.page(userId, undefined, query.cursor, query.limit ?? usualPage)),
    ),
    route(
      'GET',
      '/v1/app-state:changes',
      { scope: null, query: ListAppStateChangesQuery },
      ({ userId, query }) => done(documents.changes(userId, query.since, query.limit ?? usualPage)),
    ),
    route('GET', '/v1/app-state/{collection}', list, ({ userId, params, query }) => {
      const { nextSyncToken: _, ...page } = documents.page(
        userId,
        params.collection,
        query.cursor,
        query.limit ?? usualPage,
      )
      return done(page)
    }),
    route('GET', one, { scope: null }, ({ userId, params }) => {
      const { etag, ...document } = shown(documents.get(userId, params.collection, params.key))
      return json(done(document), 200, { etag })
    }),
    route(
      'PUT',
      one,
      { scope: null, body: PutAppStateBody, refuseBody: () => appStateRefusal('invalid_json') },
      ({ userId, params, body, conditions }) => {
        const { status, document } = documents.write(userId, { ...params, body, ...conditions })
        const { etag, value: _, ...result } = shown(document)
        return json(done(result), status, { etag })
      },
    ),
    route('DELETE', one, { scope: null }, ({ userId, params, conditions }) => {
      documents.write(userId, { ...params, body: undefined, ...conditions })
      return new Response(null, { status: 204 })
    }),
  ]
}
