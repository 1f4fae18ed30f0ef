/** A process of its own that asks for one snapshot and reads it as the engine does: how that ends, and what it takes. */
import { createContentClient } from 'waraq/client'
import { isWaraqError } from '@waraq/protocol'
import { identify } from '../../packages/waraq/src/sync/snapshot/identify.ts'
import { readSnapshotParts } from '../../packages/waraq/src/sync/snapshot/parts.ts'
import { watchMemory } from '../bench/node/processes.ts'

const [, entry, contentRoot] = process.argv as [string, string, string]
const client = createContentClient({
  contentRoot,
  tokens: { get: () => Promise.resolve({ token: 'token', clientId: 'client', expiresAt: 0 }) },
  retry: { baseMs: 1 },
})

async function read(): Promise<string> {
  let rows = 0
  try {
    await client.snapshot({ group: 'translations', id: 20 }, async (download) => {
      for await (const part of readSnapshotParts(download, () => undefined)) {
        if (part.type === 'envelope') continue
        for (const record of part.records) if (!('problem' in identify('translations', record, rows))) rows++
      }
    })
    return `${rows} rows`
  } catch (error) {
    if (!isWaraqError(error)) throw error
    return error.code
  }
}

// What the first request of a process takes is none of the body's.
await fetch(contentRoot)
const memory = watchMemory(entry)
const came = await read()
process.stdout.write(JSON.stringify({ came, mebibytes: memory.end().browser / 1024 / 1024 }))
// The rest of the body may still be on its way.
process.exit()
