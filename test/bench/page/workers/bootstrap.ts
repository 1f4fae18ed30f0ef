import { type ResourceRef, chapterRange } from '@waraq/protocol'
import { createSyncEngine, openContentStore } from 'waraq'
import { expose } from 'comlink'
import type { BootstrapRequest, BootstrapTimes } from '../protocol.ts'

/** A bootstrap of several resources: when a reader gets a row of the first, and when of every one. */
async function bootstrap(request: BootstrapRequest): Promise<BootstrapTimes> {
  const { name, filter, resources, snapshotConcurrency, source } = request
  const { contentRoot, token, clientId } = source
  const tokens = { get: () => Promise.resolve({ token, clientId, expiresAt: Infinity }) }
  const engine = createSyncEngine({ name, contentRoot, snapshotConcurrency, tokens })
  await engine.subscribe(filter)
  const store = openContentStore({ name })
  const readable = new Map<string, Promise<number>>()
  const began = performance.now()
  const read = async (ref: ResourceRef) => {
    const rows = await store.rows('translation', ref, chapterRange(1))
    if (rows.length === 0) throw new Error(`${ref.group}:${ref.id} is not readable`)
    return performance.now() - began
  }
  const { outcome } = await engine.sync({
    onProgress: ({ resource }) => {
      if (resource?.phase === 'done' && !readable.has(resource.key))
        readable.set(resource.key, read(resource.ref))
    },
  })
  const times = await Promise.all(readable.values())
  store.close()
  await engine.close()
  if (outcome !== 'current' || times.length !== resources)
    throw new Error(`the run ended ${outcome} with ${times.length} resources`)
  return { firstReadable: Math.min(...times), allReadable: Math.max(...times) }
}

expose({ bootstrap })
