import type { JsonObject } from '@waraq/protocol'
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { fontOf, fontsPath } from '../content/fonts.ts'
import type { MadeFile } from '../content/made-file.ts'
import { recordingOf, recordingsPath } from '../content/recordings.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { standardError } from './errors.ts'
import { fileAnswer } from './file-answer.ts'

/** Addresses are resolved from the base of recordings. Those of fonts start at the root of the host. */
const base = `http://sandbox.invalid${recordingsPath}/`

const byPath = new WeakMap<readonly JsonObject[], ReadonlyMap<string, JsonObject>>()

/** Rows that name a file, by the path that the file has here. Collected again only after a row has changed. */
function rowsByPath(rows: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const known = byPath.get(rows)
  if (known) return known
  const found = new Map<string, JsonObject>()
  for (const row of rows) {
    const address = row['url'] ?? row['audio_url']
    if (typeof address !== 'string' || !URL.canParse(address, base)) continue
    found.set(new URL(address, base).pathname, row)
  }
  byPath.set(rows, found)
  return found
}

function font(mushaf: number, row: JsonObject): MadeFile {
  const page = row['page_number']
  const bytes = fontOf(mushaf, typeof page === 'number' ? page : null)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return { type: 'font/ttf', etag, pieces: [{ length: bytes.length, bytes: () => bytes }] }
}

/**
 * Files that rows name: `GET /fonts/{mushaf}/{name}` and `GET /recordings/sandbox/{reciter}/{name}`. They need no token and
 * never change. The browser must not cache a recording: if it plays without the sandbox, it then plays from the reader's own
 * copy.
 */
export function fileRoutes({ service }: ServiceDependencies) {
  const answer = (
    c: Context<RouteEnv>,
    groups: readonly string[],
    make: (id: number, row: JsonObject) => MadeFile | undefined,
    cacheControl: string,
  ) => {
    const id = Number(c.req.param('id'))
    const path = new URL(c.req.url).pathname
    for (const group of groups) {
      const row = rowsByPath(service.find({ group, id })?.history.rows() ?? []).get(path)
      const file = row && make(id, row)
      if (file) return fileAnswer(c.req.raw.headers, file, cacheControl, c.get('effect'))
    }
    return standardError(404, 'There is no such file.')
  }
  return new Hono<RouteEnv>()
    .get(`${fontsPath}/:id/:name`, (c) => answer(c, ['mushafs'], font, 'public, max-age=31536000, immutable'))
    .get(`${recordingsPath}/sandbox/:id/:name`, (c) =>
      answer(c, ['recitations', 'chapter_recitations'], recordingOf, 'no-store'),
    )
}
