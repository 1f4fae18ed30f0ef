import { recordKeyOf, recordTypeOf, type JsonObject } from '@waraq/contract'
import type { Sandbox, SandboxResource } from '@waraq/sandbox'
import type { Service } from './service.ts'

/** Makes the sandbox tell one row change of each record type of a resource; the row stays as it is. */
function touchRows(sandbox: Sandbox, { group, id }: SandboxResource): void {
  const rows = new Map<string, JsonObject>()
  for (const row of sandbox.snapshotRows({ group, id }) ?? []) {
    const recordType = recordTypeOf(group, row)
    if (recordType !== undefined && !rows.has(recordType)) rows.set(recordType, row)
  }
  for (const [recordType, data] of rows) {
    const recordKey = recordKeyOf(recordType, data)
    if (recordKey === undefined) continue
    sandbox.publish([{ resource: { group, id }, type: 'ROW_UPDATE', recordType, recordKey, data }])
  }
}

/** A row change of each record type, each group by its first resource. */
export function publishChanges(sandbox: Sandbox): void {
  const seen = new Set<string>()
  for (const resource of sandbox.resources) {
    if (seen.has(resource.group) || !resource.public) continue
    seen.add(resource.group)
    touchRows(sandbox, resource)
  }
}

/** The service in a box, in this process; loaded only when it is asked for. */
export async function startSandbox(): Promise<Service> {
  const { createSandbox, sandboxClientId, sandboxClientSecret } = await import('@waraq/sandbox')
  const sandbox = createSandbox({ content: 'small', gzip: true })
  const { contentRoot, authUrl, close } = await sandbox.listen()
  return {
    contentRoot,
    issuer: { authUrl, clientId: sandboxClientId, clientSecret: sandboxClientSecret },
    publishChanges: () => publishChanges(sandbox),
    close,
  }
}
