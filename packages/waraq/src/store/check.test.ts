import { afterEach, expect, it } from 'vitest'
import { createBench, type Bench } from '../sync/bench.test-support.ts'
import { checkStore } from './check.ts'
import { claimWriter } from './writer.ts'

let bench: Bench
afterEach(() => bench.close())

it.each([
  ['where another resource lost something', true, ['damage', 'damage']],
  ['in no other case: it costs a look at all that is stored', false, [null, null]],
] as const)(
  'content under keys that are still there is looked through %s',
  async (_, isLost, needsSnapshot) => {
    bench = createBench()
    await bench.engine.subscribe('translations:20,131')
    await bench.engine.sync()
    const { db } = bench
    const [lost, kept] = await db.manifests.toArray()
    if (isLost) await db.manifests.delete(lost!.id)
    await db.segments('translation').update(kept!.segments[0]!.id, { rows: new Uint8Array(3) })
    await checkStore(await claimWriter(db, 'x'))
    expect((await db.resources.toArray()).map((resource) => resource.needsSnapshot)).toEqual(needsSnapshot)
  },
)
