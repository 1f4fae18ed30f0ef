import { createSyncEngine, openContentStore } from 'waraq'

/** Runs in the browser: one engine whose service is the raw server. */

export interface Attempt {
  readonly outcome: string
  readonly code: string | null
  readonly retryable: boolean
  /** The texts of all rows that readers see. */
  readonly texts: readonly string[]
}

declare global {
  interface Window {
    /** `retry`: one try of each request, unless it says otherwise. */
    startFramings(contentRoot: string, retry?: { attempts?: number; baseMs?: number }): Promise<void>
    attemptFraming(): Promise<Attempt>
    /** Uncaught errors and rejections. */
    stray: string[]
  }
}

window.stray = []
window.addEventListener('error', (event) => window.stray.push(event.message))
window.addEventListener('unhandledrejection', (event) => window.stray.push(String(event.reason)))

const name = `framings ${Math.random()}`
const store = openContentStore({ name })
let engine: ReturnType<typeof createSyncEngine>

window.startFramings = async (contentRoot, retry = { attempts: 1 }) => {
  engine = createSyncEngine({
    contentRoot,
    name,
    tokens: { get: () => Promise.resolve({ token: 'token', clientId: 'client', expiresAt: 0 }) },
    retry,
  })
  await engine.subscribe('translations:20')
}

window.attemptFraming = async () => {
  const { runs } = await engine.sync()
  const run = runs[0]!
  const rows = await store.rows('translation', { group: 'translations', id: 20 })
  return {
    outcome: run.outcome,
    code: run.error?.code ?? null,
    retryable: run.error?.retryable ?? false,
    texts: rows.map(({ data }) => data.text),
  }
}
