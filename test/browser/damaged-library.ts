import { createSandbox, type SandboxToken } from '@waraq/sandbox'
import { shareOf, type Share } from '@waraq/test-support/runs'
import type { TestProject } from 'vitest/node'
import { serviceRows } from '../../packages/waraq/src/sync/bench.test-support.ts'
import { recordAllKinds } from '../../packages/waraq/src/sync/scenarios/all-records.test-support.ts'
import { emptyAt, take } from '../../packages/waraq/src/sync/scenarios/library-dump.test-support.ts'
import type { LibraryDump } from '../../packages/waraq/src/sync/scenarios/table-dump.test-support.ts'
import { allKeys } from '../../packages/waraq/src/sync/scenarios/wrong-fields.test-support.ts'

/** A library with every kind of record, and its service over HTTP. */
export interface DamagedLibrary {
  readonly kept: LibraryDump
  readonly contentRoot: string
  readonly access: SandboxToken
  /** What the service has, by key of the resource; null where it has nothing. */
  readonly rows: Readonly<Record<string, readonly (readonly [string, string])[] | null>>
  /** Of each field with each wrong value. */
  readonly share: Share
}

declare module 'vitest' {
  interface ProvidedContext {
    damagedLibrary: DamagedLibrary
  }
}

/** The library is recorded here, where the sandbox runs. Tests in the browser write its tables, and damage them. */
export default async function startDamagedLibrary(project: TestProject): Promise<() => Promise<void>> {
  const kept = await recordAllKinds()
  const sandbox = createSandbox(emptyAt(kept.at))
  for (const step of kept.service) take(sandbox, step)
  const service = await sandbox.listen()
  const rows = allKeys.map((key) => {
    const found = sandbox.resources.some(({ group, id }) => `${group}:${id}` === key)
    return [key, [...((found && serviceRows(sandbox, key)) || [])]] as const
  })
  project.provide('damagedLibrary', {
    kept,
    contentRoot: service.contentRoot,
    access: await sandbox.accessToken(),
    rows: Object.fromEntries(rows.map(([key, each]) => [key, each.length > 0 ? each : null])),
    share: shareOf(24),
  })
  return () => service.close()
}
