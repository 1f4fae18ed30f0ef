import { resourceKey } from '@waraq/contract'
import { createSandbox } from '@waraq/sandbox'
import { expect, it } from 'vitest'
import { publishChanges, startSandbox } from './sandbox-service.ts'

it('a change of each record type that there is, and each row stays as it is', () => {
  const sandbox = createSandbox({ content: 'small' })
  const rowsOf = () => sandbox.resources.map((resource) => sandbox.snapshotRows(resource))
  const [before, sequence] = [rowsOf(), sandbox.sequence]
  const types = new Set(sandbox.resources.flatMap((resource) => Object.keys(sandbox.rowCounts(resource))))
  publishChanges(sandbox)
  expect(types.size).toBeGreaterThan(8)
  expect(sandbox.sequence - sequence).toBeGreaterThanOrEqual(types.size)
  expect(rowsOf()).toEqual(before)
})

it('what is hidden stays hidden', () => {
  const sandbox = createSandbox({ content: 'small' })
  for (const resource of sandbox.resources) sandbox.hide(resourceKey(resource))
  const { sequence } = sandbox
  publishChanges(sandbox)
  expect(sandbox.sequence).toBe(sequence)
})

it('a sandbox that was started ends when it is told to', async () => {
  const { contentRoot, close } = await startSandbox()
  expect((await fetch(contentRoot)).status).toBeGreaterThan(399)
  await close!()
  await expect(fetch(contentRoot)).rejects.toThrow()
})
