import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SyncRegistration } from './events.ts'
import { askForBackgroundSync, registerBackgroundSync } from './register.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser's answer about the permission; `unknown`: the browser does not know this permission. */
function permission(state: PermissionState | 'unknown'): void {
  const query = vi.fn(async () => {
    if (state === 'unknown') throw new TypeError('not a valid enum value')
    return { state }
  })
  vi.stubGlobal('navigator', { permissions: { query } })
}

function browser(parts: SyncRegistration): ServiceWorkerRegistration {
  return parts as unknown as ServiceWorkerRegistration
}

const willing = () => ({ register: vi.fn(async () => undefined) })
const unwilling = () => ({
  register: vi.fn(async () => {
    throw new DOMException('no', 'NotAllowedError')
  }),
})

describe('registering', () => {
  it('registers periodic sync with its tag and interval', async () => {
    permission('granted')
    const periodicSync = willing()
    const registration = browser({ sync: willing(), periodicSync })
    expect(await registerBackgroundSync(registration)).toEqual({ oneOff: true, periodic: true })
    expect(periodicSync.register).toHaveBeenCalledWith('waraq-sync', { minInterval: 43_200_000 })
    await registerBackgroundSync(registration, { tag: 'mine', minIntervalMs: 60_000 })
    expect(periodicSync.register).toHaveBeenLastCalledWith('mine', { minInterval: 60_000 })
  })

  it('asks for no one-off sync: there may be nothing to do', async () => {
    permission('granted')
    const sync = willing()
    await registerBackgroundSync(browser({ sync, periodicSync: willing() }))
    expect(sync.register).not.toHaveBeenCalled()
  })

  it.each([
    ['no browser support', 'granted', {}, { oneOff: false, periodic: false, why: 'no_sync' }],
    [
      'one-off syncs alone',
      'granted',
      { sync: willing() },
      { oneOff: true, periodic: false, why: 'no_periodic_sync' },
    ],
    [
      'no permission',
      'denied',
      { sync: willing(), periodicSync: willing() },
      { oneOff: true, periodic: false, why: 'denied' },
    ],
    [
      'a browser that does not know the permission',
      'unknown',
      { sync: willing(), periodicSync: willing() },
      { oneOff: true, periodic: true },
    ],
    [
      'a browser that refuses',
      'granted',
      { sync: willing(), periodicSync: unwilling() },
      { oneOff: true, periodic: false, why: 'refused' },
    ],
  ] as const)('%s: says so and never rejects', async (_, state, parts, expected) => {
    permission(state)
    expect(await registerBackgroundSync(browser(parts))).toEqual(expected)
  })

  it('works where permissions cannot be asked for', async () => {
    vi.stubGlobal('navigator', {})
    expect(await registerBackgroundSync(browser({ sync: willing(), periodicSync: willing() }))).toEqual({
      oneOff: true,
      periodic: true,
    })
  })
})

describe('asking for a one-off sync', () => {
  it('says whether the browser agreed, and never rejects', async () => {
    const sync = willing()
    expect(await askForBackgroundSync(browser({ sync }))).toBe(true)
    expect(sync.register).toHaveBeenCalledWith('waraq-sync')
    expect(await askForBackgroundSync(browser({ sync: unwilling() }), 'mine')).toBe(false)
    expect(await askForBackgroundSync(browser({}))).toBe(false)
  })
})
