import type { Handle } from './protocol.ts'
import { measureReads } from './reads.ts'
import type { Client, Variant } from './variants/variant.ts'

async function timed(work: Promise<void>): Promise<number> {
  const began = performance.now()
  await work
  return performance.now() - began
}

/** A variant as the driver calls it. */
export function handleOf({ connect, open }: Variant): Handle {
  let client: Client | undefined
  const connected = () => {
    if (!client) throw new Error('not connected')
    return client
  }
  return {
    async connect(source, name) {
      client = await connect(source, name)
    },
    load: () => connected().load(),
    replace: (manner) => timed(connected().replace(manner)),
    follow: () => timed(connected().follow()),
    async close() {
      await client?.close()
      client = undefined
    },
    read: (source, name, series) => measureReads(() => open(source, name), series),
  }
}
