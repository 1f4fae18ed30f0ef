import type { ResourceRef } from '@waraq/protocol'
import { createSyncEngine, openContentStore } from 'waraq'
import { openRecordings } from 'waraq/files'
import type { StoredReciter, ReciterRequest } from './protocol.ts'

/** A reciter's files, kept by the library, and by nothing but `fetch` and `put`: as many at a time. */

const atATime = 4
const name = 'bench-reciter'

const refOf = ({ group, id }: ResourceRef): ResourceRef => ({ group, id })

/** The rows that name the files: they are here before anything is measured. */
export async function prepareReciter({ source, recordingsBase }: ReciterRequest): Promise<string[]> {
  const { contentRoot, token, clientId } = source
  const tokens = { get: () => Promise.resolve({ token, clientId, expiresAt: Infinity }) }
  const engine = createSyncEngine({ name, contentRoot, tokens })
  await engine.subscribe(`${source.group}:${source.id}`)
  const { outcome } = await engine.sync()
  await engine.close()
  if (outcome !== 'current') throw new Error(`the run ended ${outcome}`)
  const store = openContentStore({ name })
  const rows = await store.rows('audio_file', refOf(source))
  store.close()
  return rows.map(({ data }) => new URL(String(data.url), recordingsBase).href)
}

async function keepBare(addresses: readonly string[]): Promise<Pick<StoredReciter, 'files' | 'bytes'>> {
  const cache = await caches.open(name)
  let bytes = 0
  const queue = addresses.values()
  const work = async () => {
    for (const address of queue) {
      const body = await (await fetch(address)).arrayBuffer()
      await cache.put(address, new Response(body, { headers: { 'content-type': 'audio/mpeg' } }))
      bytes += body.byteLength
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return { files: addresses.length, bytes }
}

async function keepByLibrary({
  source,
  recordingsBase,
}: ReciterRequest): Promise<Pick<StoredReciter, 'files' | 'bytes'>> {
  const store = openContentStore({ name })
  const recordings = openRecordings({
    store,
    hosts: [new URL(recordingsBase).origin],
    base: recordingsBase,
    concurrency: atATime,
  })
  const { kept, bytes, failed } = await recordings.keep(refOf(source), 'all')
  recordings.close()
  store.close()
  if (failed.length > 0) throw new Error(`${failed.length} files failed: ${failed[0]!.error.message}`)
  return { files: kept, bytes }
}

export async function keepReciter(
  request: ReciterRequest,
  addresses: readonly string[],
): Promise<StoredReciter> {
  const began = performance.now()
  const kept = await (request.isBare ? keepBare(addresses) : keepByLibrary(request))
  return { ...kept, ms: performance.now() - began }
}
