import { isJsonObject, type JsonObject } from '@waraq/protocol'
import type { Sandbox } from '@waraq/sandbox'
import { feedScope } from './stage.test-support.ts'

/** An application of the service beside this one: it reads the feed whole, and sends raw mutations on top of it. */
export async function feedApplication(sandbox: Sandbox) {
  const { token, clientId } = await sandbox.userToken({ user: 'amina', scope: feedScope })
  const headers = { 'x-auth-token': token, 'x-client-id': clientId, 'content-type': 'application/json' }
  const ask = async (query: string, body?: JsonObject) => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const url = `http://localhost/auth/v1/sync?${query}`
    const answer: unknown = await (await sandbox.fetch(new Request(url, { headers, ...sent }))).json()
    return (answer as { readonly data: JsonObject }).data
  }
  const pull = async () => {
    const { mutations, lastMutationAt } = await ask('mutationsSince=0&limit=1000')
    return {
      rows: (mutations as readonly unknown[]).filter(isJsonObject),
      lastMutationAt: Number(lastMutationAt),
    }
  }
  return {
    push: async (...mutations: readonly JsonObject[]) => {
      const { lastMutationAt } = await pull()
      return ask(`lastMutationAt=${lastMutationAt}`, { mutations })
    },
    /** What the feed tells of a resource. */
    rows: async (resource: string) => (await pull()).rows.filter((row) => row['resource'] === resource),
  }
}

/** The times that a client gives with what it makes. */
export function mutatedAt(ms: number) {
  const time = new Date(ms).toISOString()
  return { clientCreatedAt: time, clientUpdatedAt: time }
}
