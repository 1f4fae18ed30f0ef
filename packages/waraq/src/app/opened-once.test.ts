import { expect, it, vi } from 'vitest'
import { OpenedOnce } from './opened-once.ts'

it('opens with the first use, once, and tries again after a failure', async () => {
  const made = { close: vi.fn<() => void>() }
  const open = vi.fn<() => Promise<typeof made>>()
  open.mockRejectedValueOnce(new Error('not loaded')).mockResolvedValue(made)
  const part = new OpenedOnce(open)
  await expect(part.get()).rejects.toThrow('not loaded')
  expect(await Promise.all([part.get(), part.get()])).toEqual([made, made])
  expect(open).toHaveBeenCalledTimes(2)
  await part.close()
  expect(made.close).toHaveBeenCalledTimes(1)
})

it('closes nothing that was never used, or did not open', async () => {
  await new OpenedOnce(() => Promise.reject(new Error('never asked'))).close()
  const failed = new OpenedOnce<{ close(): void }>(() => Promise.reject(new Error('not loaded')))
  await expect(failed.get()).rejects.toThrow('not loaded')
  await failed.close()
})
