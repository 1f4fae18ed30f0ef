import { describe, expect, it, vi } from 'vitest'
import { createSyncEngine } from './create-sync-engine.ts'
import { checkSecureContext } from './secure-context.ts'

describe('a context', () => {
  it('that has what an engine needs is fine', () => {
    expect(() => checkSecureContext()).not.toThrow()
  })
  it.each([
    ['without crypto', {}],
    ['of a page over plain HTTP', { crypto: {} }],
  ])('%s is told what to do', (_, scope) => {
    expect(() => checkSecureContext(scope)).toThrow(
      expect.objectContaining({ code: 'insecure_context', retryable: false }),
    )
  })
  it('that lacks it has no engine', () => {
    vi.stubGlobal('crypto', {})
    const create = () =>
      createSyncEngine({
        contentRoot: 'http://192.0.2.1/content',
        tokens: { get: () => Promise.reject(new Error('not expected')) },
      })
    expect(create).toThrow(expect.objectContaining({ code: 'insecure_context' }))
    vi.unstubAllGlobals()
  })
})
