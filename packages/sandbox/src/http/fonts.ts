import type { JsonObject } from '@waraq/contract'
import { Hono } from 'hono'
import { fontOf } from '../content/fonts.ts'
import type { RouteEnv, ServiceParts } from './context.ts'
import { standardError } from './errors.ts'

const byAddress = new WeakMap<readonly JsonObject[], ReadonlyMap<unknown, JsonObject>>()

/** Rows of fonts by their addresses; collected anew only after a row has changed. */
function fontsAmong(rows: readonly JsonObject[]): ReadonlyMap<unknown, JsonObject> {
  const known = byAddress.get(rows)
  if (known) return known
  const fonts = rows.filter((row) => row['record_type'] === 'font_asset')
  const found = new Map(fonts.map((row) => [row['url'], row]))
  byAddress.set(rows, found)
  return found
}

/** `GET /fonts/{mushaf}/{name}`: the fonts that the rows of mushafs name. They need no token, and never change. */
export function fontRoutes({ service }: ServiceParts) {
  return new Hono<RouteEnv>().get('/:mushaf/:name', (c) => {
    const mushaf = service.find({ group: 'mushafs', id: Number(c.req.param('mushaf')) })
    const row = mushaf && fontsAmong(mushaf.history.rows()).get(new URL(c.req.url).pathname)
    if (!mushaf || !row) return standardError(404, 'There is no such font.')
    const page = row['page_number']
    return new Response(fontOf(mushaf.id, typeof page === 'number' ? page : null), {
      headers: { 'content-type': 'font/ttf', 'cache-control': 'public, max-age=31536000, immutable' },
    })
  })
}
