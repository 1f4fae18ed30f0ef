import { resourceKey } from '@waraq/protocol'
import { createSandbox } from '@waraq/sandbox'
import { expect, it } from 'vitest'
import { bringTo, startSandbox } from './sandbox-service.ts'

it('changes of each record type that there is, and each row stays as it is', async () => {
  const sandbox = createSandbox({ content: 'small' })
  // Rows of articles stand in the order in which they came.
  const rowsOf = () =>
    sandbox.resources.map((resource) =>
      sandbox
        .snapshotRows(resource)!
        .map((row) => JSON.stringify(row))
        .sort(),
    )
  const [before, sequence] = [rowsOf(), sandbox.sequence]
  const types = new Set(sandbox.resources.flatMap((resource) => Object.keys(sandbox.rowCounts(resource))))
  expect(await bringTo(sandbox)('rows')).toBe(true)
  expect(types.size).toBeGreaterThan(8)
  expect(sandbox.sequence - sequence).toBeGreaterThanOrEqual(types.size)
  expect(rowsOf()).toEqual(before)
})

it('what is hidden stays hidden', async () => {
  const sandbox = createSandbox({ content: 'small' })
  for (const resource of sandbox.resources) sandbox.hide(resourceKey(resource))
  const { sequence } = sandbox
  await bringTo(sandbox)('rows')
  expect(sandbox.sequence).toBe(sequence)
})

it('a sandbox that was started ends when it is told to', async () => {
  const { contentRoot, close } = await startSandbox()
  expect((await fetch(contentRoot)).status).toBeGreaterThan(399)
  await close!()
  await expect(fetch(contentRoot)).rejects.toThrow()
})
