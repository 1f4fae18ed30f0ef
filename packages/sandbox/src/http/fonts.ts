import { Hono } from 'hono'
import { fontOf } from '../content/fonts.ts'
import type { RouteEnv, ServiceParts } from './context.ts'
import { standardError } from './errors.ts'

/** `GET /fonts/{mushaf}/{name}`: the fonts that the rows of mushafs name. They need no token, and never change. */
export function fontRoutes({ service }: ServiceParts) {
  return new Hono<RouteEnv>().get('/:mushaf/:name', (c) => {
    const { pathname } = new URL(c.req.url)
    const mushaf = service.find({ group: 'mushafs', id: Number(c.req.param('mushaf')) })
    const row = mushaf?.history.rows().find(({ url }) => url === pathname)
    if (!mushaf || !row) return standardError(404, 'There is no such font.')
    const page = row['page_number']
    return new Response(fontOf(mushaf.id, typeof page === 'number' ? page : null), {
      headers: { 'content-type': 'font/ttf', 'cache-control': 'public, max-age=31536000, immutable' },
    })
  })
}
