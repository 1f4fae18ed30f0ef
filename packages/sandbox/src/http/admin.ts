import { isJsonObject, type JsonObject, resourceKey } from '@waraq/protocol'
import { type Context, Hono } from 'hono'
import type { FaultHandle } from '../faults/fault-book.ts'
import type { FaultSpec } from '../faults/fault.ts'
import type { SandboxControls } from '../controls.ts'
import { SandboxError } from '../sandbox-error.ts'
import { type RowChange, type ShortRowChange, toRef } from '../service/row-change.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { userCommands } from './admin-users.ts'
import { json, standardError } from './errors.ts'

type Changes = readonly (RowChange | ShortRowChange)[]

const requestsShown = 50

function describeFault(fault: FaultHandle) {
  const { id, spec, fired, remaining, held } = fault
  return { id, spec, fired, remaining: Number.isFinite(remaining) ? remaining : null, held }
}

function resourceOf(body: JsonObject): string {
  const { resource } = body
  if (typeof resource === 'string') return resource
  if (isJsonObject(resource) && typeof resource['group'] === 'string' && typeof resource['id'] === 'number') {
    return resourceKey({ group: resource['group'], id: resource['id'] })
  }
  throw new SandboxError('Name the resource: { "resource": "translations:20" }.')
}

function changesOf(body: JsonObject, required: boolean): Changes {
  const changes = body['changes'] ?? (required ? undefined : [])
  if (!Array.isArray(changes) || !changes.every(isJsonObject)) {
    throw new SandboxError(
      'List the changes: { "changes": [{ "resource": "translations:20", "update": { ... } }] }.',
    )
  }
  return changes as unknown as Changes
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

async function bodyOf(c: Context): Promise<JsonObject> {
  const text = await c.req.text()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new SandboxError('The body has to be application/json.')
  }
  try {
    const body: unknown = JSON.parse(text)
    if (isJsonObject(body)) return body
  } catch {
    // Refused below, like any other body that is not an object.
  }
  throw new SandboxError('The body has to be a JSON object.')
}

/** `/admin/*`: the sandbox's methods as JSON. Each change is answered with the mutations that it added to the feed. */
export function adminRoutes(parts: ServiceDependencies, controls: SandboxControls) {
  const { service, faults } = parts
  const commands: Readonly<Record<string, (body: JsonObject) => JsonObject | Promise<JsonObject>>> = {
    publish: (body) => ({ mutations: controls.publish(changesOf(body, true)) }),
    invalidate: (body) => ({ mutations: controls.invalidate(resourceOf(body), changesOf(body, false)) }),
    hide: (body) => ({ mutations: controls.hide(resourceOf(body), textOf(body['reason'])) }),
    restore: (body) => ({ mutations: controls.restore(resourceOf(body)) }),
    delete: (body) => ({ mutations: controls.delete(resourceOf(body), textOf(body['reason'])) }),
    touch: (body) => ({ mutations: controls.touch(resourceOf(body)) }),
    add: (body) => {
      const { rows } = body
      if (!Array.isArray(rows) || !rows.every(isJsonObject)) throw new SandboxError('List the rows.')
      const given = body['contentId']
      const contentId = typeof given === 'number' || given === null ? given : undefined
      return { mutations: controls.add(toRef(resourceOf(body)), rows, contentId) }
    },
    compact: (body) => {
      controls.compact(typeof body['upTo'] === 'number' ? body['upTo'] : undefined)
      return { forgotten: service.log.forgotten }
    },
    'expire-tokens': () => {
      controls.expireTokens()
      return {}
    },
    ...userCommands(controls),
    faults: (body) => ({ fault: describeFault(controls.fault(body as unknown as FaultSpec)) }),
    'faults/release': async (body) => {
      const released = faults.list().filter(({ id }) => body['id'] === undefined || id === Number(body['id']))
      const count = released.reduce((sum, { held }) => sum + held, 0)
      for (const fault of released) await fault.release()
      return { released: count }
    },
    'faults/remove': (body) => {
      if (body['id'] === undefined) faults.clear()
      return { removed: body['id'] === undefined || faults.remove(Number(body['id'])) }
    },
  }
  /** Counts rows. Counting generates them, so without `all` only rows that already exist are counted. */
  const state = (all: boolean) => ({
    sequence: service.log.current,
    forgotten: service.log.forgotten,
    resources: service.resources().map((resource) => ({
      resource: resourceKey(resource),
      public: resource.public,
      rows: all || resource.history.generated ? service.rowCounts(resource) : null,
    })),
    faults: faults.list().map(describeFault),
    requestsSeen: parts.requests.seen,
    requests: parts.requests.all.slice(-requestsShown),
  })
  return new Hono<RouteEnv>()
    .get('/admin/state', (c) => json(state(c.req.query('rows') === 'all')))
    .get('/admin/users', () =>
      json({
        users: parts.people.all.map(({ id, username }) => ({ id, username })),
        invitations: parts.rooms.invitations,
      }),
    )
    .get('/admin/faults', () => json({ faults: faults.list().map(describeFault) }))
    .post('/admin/:command{.+}', async (c) => {
      const name = c.req.param('command')
      const command = Object.hasOwn(commands, name) ? commands[name] : undefined
      if (!command) return standardError(404, 'There is no such admin command.')
      try {
        return json({ success: true, ...(await command(await bodyOf(c))), sequence: service.log.current })
      } catch (error) {
        if (error instanceof SandboxError) return standardError(422, error.message)
        throw error
      }
    })
}
