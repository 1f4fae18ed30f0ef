import { ContentSyncError, StandardError } from '@waraq/protocol'
import type { Exchange, Watched } from '../../service/connection.ts'
import type { Refused } from '../probe.ts'
import { differs, ok, type CheckResult } from '../report.ts'
import type { Check } from './check.ts'

/** The required refusal of a request. */
export interface Expected {
  /** The refused request, for the start of a sentence. */
  readonly subject: string
  readonly status: number
  /** The client's code for the refusal. */
  readonly code: string
  /** The code in the content-sync error body, if the client has another one for it. */
  readonly codeInBody?: string
  readonly body: 'standard' | 'content-sync'
  /** The consequence if the client has another code for it, or none. */
  readonly follows: string
}

function codeIn(body: string): string | undefined {
  return ContentSyncError.safeParse(JSON.parse(body)).data?.error.code
}

type Shape = 'standard' | 'content-sync' | 'HTML' | 'other JSON' | 'empty' | 'other'

function shapeOf({ body, headers }: Exchange): Shape {
  if (body.trim() === '') return 'empty'
  if (/\bhtml\b/.test(headers.get('content-type') ?? '') || /^\s*</.test(body)) return 'HTML'
  try {
    const parsed: unknown = JSON.parse(body)
    if (ContentSyncError.safeParse(parsed).success) return 'content-sync'
    return StandardError.safeParse(parsed).success ? 'standard' : 'other JSON'
  } catch {
    return 'other'
  }
}

const bodies: Readonly<Record<Shape, string>> = {
  standard: 'the standard error body',
  'content-sync': 'the content-sync error body',
  HTML: 'a body of HTML',
  'other JSON': 'JSON of another shape',
  empty: 'no body',
  other: 'a body that is no JSON',
}

/** Compares the response to a request that must be refused with the expected refusal. */
export function judgeRefusal({ error, exchanges }: Watched<unknown>, expected: Expected): CheckResult {
  const { subject } = expected
  const answer = exchanges.at(-1)
  if (!answer) throw error!
  if (answer.status < 400)
    return differs(`${subject} is answered ${answer.status}, as if all were well.`, expected.follows)
  const shape = shapeOf(answer)
  const observed = `${subject} is refused with ${answer.status} and ${bodies[shape]}, which the client reads as ${error?.code}.`
  if (error?.code !== expected.code) return differs(observed, expected.follows)
  if (expected.codeInBody !== undefined && shape === 'content-sync') {
    const reported = `${subject} is refused with ${answer.status} ${codeIn(answer.body)}.`
    return codeIn(answer.body) === expected.codeInBody ? ok(reported) : differs(reported, expected.follows)
  }
  if (answer.status === expected.status && shape === expected.body) return ok(observed)
  return differs(observed, 'Nothing follows for the engine: it understands it all the same.')
}

const refuses =
  (what: Refused, expected: Expected): Check['run'] =>
  async (probe) =>
    judgeRefusal(await probe.refused(what), expected)

export const refusalChecks: readonly Check[] = [
  {
    name: 'refused_token',
    assumes: 'A token that is not good is refused with 401 and the standard error body.',
    runsAnyway: true,
    run: refuses('token', {
      subject: 'A bad token',
      status: 401,
      code: 'unauthorized',
      body: 'standard',
      follows:
        'The client renews a token at once where it hears of 401 or invalid_token; of a 403 only after the token’s first minute.',
    }),
  },
  {
    name: 'unknown_group',
    assumes: 'A group that does not exist is refused with 422 invalid_resources.',
    run: refuses('group', {
      subject: 'An unknown group',
      status: 422,
      code: 'invalid_resources',
      body: 'content-sync',
      follows: 'A wrong filter is not told from other failures; the message cannot name the part at fault.',
    }),
  },
  {
    name: 'no_checkpoint',
    assumes: 'A sync without bootstrap, token and cursor is refused with 410 resync_required.',
    run: refuses('start', {
      subject: 'A sync without checkpoint',
      status: 410,
      code: 'resync_required',
      body: 'content-sync',
      follows:
        'If a checkpoint that is too old is answered so, too, the engine does not bootstrap again: it misses changes, or goes on failing.',
    }),
  },
  {
    name: 'missing_snapshot',
    assumes: 'The snapshot of a resource that does not exist is refused with 404 snapshot_not_found.',
    run: refuses('snapshot', {
      subject: 'A missing snapshot',
      status: 404,
      code: 'snapshot_not_found',
      body: 'content-sync',
      follows:
        'The engine does not take the resource for withdrawn: its snapshot stays needed, and each sync is partial.',
    }),
  },
]
