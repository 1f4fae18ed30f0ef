import { bundleModules } from '@waraq/test-support/bundle-modules'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canMeasureMemory } from '../bench/node/processes.ts'
import { startRawServer, type RawServer } from './raw-server.ts'
import { framingOf, swellings } from './swelling.ts'

/** What a process takes to refuse snapshots that swell. Not how long: a busy machine takes as long as it likes. */

/** Several times what an honest snapshot of any length takes, and far less than the bodies swell to. */
const mostMebibytes = 128

let server: RawServer
beforeAll(async () => {
  server = await startRawServer(new Map())
})
afterAll(() => server?.close())

describe('a snapshot that swells', () => {
  it.each(swellings)('by $name: $came, in bounded memory', { timeout: 240_000 }, async (swelling) => {
    const entry = await bundleModules('test/hostile/swelling.process.ts', 'node')
    server.plan({ kind: 'snapshot', framing: framingOf(swelling), cut: undefined })
    const root = `http://127.0.0.1:${server.port}/content`
    const { stdout } = await promisify(execFile)(process.execPath, [entry, root])
    const reported = JSON.parse(stdout) as { came: string; mebibytes: number }
    expect([reported.came, server.followed]).toEqual([
      swelling.came,
      swelling.came === 'truncated_body' ? 5 : 1,
    ])
    if (canMeasureMemory) expect(reported.mebibytes).toBeLessThan(mostMebibytes)
  })
})
