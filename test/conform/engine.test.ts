import { conformClient, exitCodeOf, type OpenClient } from '@waraq/cli/conform'
import { parseResourceKey } from '@waraq/protocol'
import { createSyncEngine, openContentStore } from 'waraq'
import { SharedLocks } from '@waraq/test-support/locks'
import { expect, it } from 'vitest'

/** The engine makes none of the mistakes that the conformance kit plays for. */

const locks = new SharedLocks()

const open: OpenClient = async ({ contentRoot, fetch, accessToken, filter, storage, killed }) => {
  const tab = {}
  killed.addEventListener('abort', () => locks.release(tab))
  const engine = createSyncEngine({
    contentRoot,
    fetch,
    tokens: { get: accessToken },
    name: storage,
    locks: locks.of(tab),
    retry: { baseMs: 1, maxMs: 10 },
  })
  const store = openContentStore({ engine })
  await engine.setSubscriptions([filter])
  return {
    sync: () => engine.sync(),
    rows: async (resource) => {
      const rows = await store.rows('translation', parseResourceKey(resource)!)
      return rows.map(({ data }) => data)
    },
    close: async () => {
      store.close()
      await engine.close()
    },
  }
}

it('is judged to be without them', async () => {
  const report = await conformClient({ open, version: '0', timeoutMs: 120_000 })
  expect(report.findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  expect(exitCodeOf(report)).toBe(0)
  // Dexie writes where the kit ends tabs.
  const { observed } = report.findings.find(({ check }) => check === 'token_by_itself')!
  expect(observed).toMatch(/Ended before each of its [1-9]\d* and [1-9]\d* transactions/)
})
