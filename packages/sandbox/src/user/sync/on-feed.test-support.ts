import { PullSyncResponse, PushSyncResponse, type PushedMutation } from '@waraq/protocol/user'
import type { SandboxOptions } from '../../index.ts'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

export const began = Date.parse('2026-01-01T00:00:00Z')
export const verse = (key: number, verseNumber: number) =>
  ({ type: 'ayah', key, verseNumber, mushaf: 1 }) as const

/** A user, and the feed as a client pulls and pushes. The clock moves by a second with each request. */
export async function feedOf(options: SandboxOptions = {}, scope?: string) {
  const clock = { now: began }
  const sandbox = userSandbox({ now: () => (clock.now += 1_000), ...options })
  const amina = await signedIn(sandbox, 'amina', scope)
  const pull = async (mutationsSince = 0, query = {}) =>
    PullSyncResponse.parse(await amina.get('/v1/sync', { mutationsSince, ...query })).data
  const head = async () => (await pull(0, { metadataOnly: true })).lastMutationAt
  /** On top of the present head. */
  const push = async (...mutations: readonly PushedMutation[]) => {
    const query = { lastMutationAt: await head() }
    return PushSyncResponse.parse(await amina.post('/v1/sync', { mutations }, query)).data
  }
  const refused = async (...mutations: readonly unknown[]) => {
    const query = { lastMutationAt: await head() }
    const answer = await amina.send('POST', '/v1/sync', { body: { mutations }, query })
    const { message } = (await answer.json()) as { message: string }
    return `${answer.status} ${message}`
  }
  /** What the feed tells since then, shortly. */
  const reported = async (mutationsSince = 0, query = {}) =>
    (await pull(mutationsSince, query)).mutations!.map(({ type, resource, resourceId }) =>
      [type, resource, resourceId].filter(Boolean).join(' '),
    )
  return { sandbox, amina, clock, pull, head, push, refused, reported }
}
