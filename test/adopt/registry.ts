import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startLocalRegistry } from '../release/local-registry.mjs'
import { freePort } from '../support/free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A configuration of npm by which it finds our packages. */
    npmrc: string
  }
}

/** One registry with our packages for all tests of this folder. */
export default async function startRegistry(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'waraq-registry-'))
  const registry = await startLocalRegistry({ folder, port: await freePort() })
  project.provide('npmrc', registry.npmrc)
  return () => {
    registry.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
