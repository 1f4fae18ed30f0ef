import { conformClient, exitCodeOf, reportText, type OpenClient } from '@waraq/cli/conform'
import { parseResourceKey } from '@waraq/contract'
import { createSyncEngine, openContentStore } from '@waraq/engine'
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
  await engine.keep([filter])
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
  const report = await conformClient({ open, name: '@waraq/engine', version: '0' })
  console.log(reportText(report))
  expect(report.findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  expect(exitCodeOf(report)).toBe(0)
})
