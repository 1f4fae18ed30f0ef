import { expect, it, onTestFinished, vi } from 'vitest'
import { connectSyncEngine } from './index.development.ts'
import { createSyncEngine } from './sync/engine/create-sync-engine.ts'

/** Connects to an engine of the page's own thread, and lets a run fail for want of a token. */
async function failOnce(name: string, options: { readonly log?: false }) {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const contentRoot = 'https://content.example/content'
  const noWorker = () => {
    throw new Error('The browser has no workers.')
  }
  const tokens = { get: () => Promise.reject(new Error('There is no relay.')) }
  const fallback = async () => createSyncEngine({ contentRoot, name, tokens, retry: { attempts: 1 } })
  const relay = 'https://relay.example/token'
  const engine = connectSyncEngine(noWorker, { contentRoot, relay, name, fallback, ...options })
  onTestFinished(async () => {
    await engine.close()
    info.mockRestore()
    warn.mockRestore()
  })
  await engine.setSubscriptions(['translations:20'])
  expect((await engine.sync()).outcome).not.toBe('current')
  return { info, warn }
}

it('tells the console of a run and of what is wrong', async () => {
  const { info, warn } = await failOnce('development-told', {})
  await vi.waitFor(() => {
    expect(info).toHaveBeenCalledWith(
      expect.stringMatching(/^\[waraq\] translations:20: (failed|interrupted)/),
    )
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^\[waraq\] .*\(token_unavailable/))
  })
})

it('tells nothing where that is not wanted', async () => {
  const { info, warn } = await failOnce('development-silent', { log: false })
  expect(info).not.toHaveBeenCalled()
  expect(warn).not.toHaveBeenCalled()
})
