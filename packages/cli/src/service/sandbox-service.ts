import { recordKeyOf, recordTypeOf, type JsonObject } from '@waraq/protocol'
import type { Sandbox, SandboxResource } from '@waraq/sandbox'
import type { Trigger, Service } from './service.ts'

/** Makes the sandbox report an update, a deletion and a creation for each record type of a resource. The rows stay unchanged. */
function touchRows(sandbox: Sandbox, { group, id }: SandboxResource): void {
  const rows = new Map<string, JsonObject>()
  for (const row of sandbox.snapshotRows({ group, id }) ?? []) {
    const recordType = recordTypeOf(group, row)
    if (recordType !== undefined && !rows.has(recordType)) rows.set(recordType, row)
  }
  for (const [recordType, data] of rows) {
    const recordKey = recordKeyOf(recordType, data)
    if (recordKey === undefined) continue
    const row = { resource: { group, id }, recordType, recordKey }
    sandbox.publish([
      { ...row, type: 'ROW_UPDATE', data },
      { ...row, type: 'ROW_DELETE' },
      { ...row, type: 'ROW_CREATE', data },
    ])
  }
}

/** Causes row changes of each record type, in the first resource of each group. */
function changeRows(sandbox: Sandbox): void {
  const seen = new Set<string>()
  for (const resource of sandbox.resources) {
    if (seen.has(resource.group) || !resource.public) continue
    seen.add(resource.group)
    touchRows(sandbox, resource)
  }
}

/** Maps triggers to actions of a sandbox. Its last resource is the one that is withdrawn and returns. */
export function bringTo(sandbox: Sandbox): NonNullable<Service['bring']> {
  const last = () => sandbox.resources.at(-1)!
  const triggers: Readonly<Record<Trigger, () => unknown>> = {
    rows: () => changeRows(sandbox),
    edition: () => sandbox.invalidate(last()),
    withdrawal: () => sandbox.hide(last()),
    return: () => sandbox.restore(last()),
    forgetting: () => sandbox.compact(),
  }
  return async (trigger) => {
    triggers[trigger]()
    return true
  }
}

/** Starts the sandbox in this process. Its module is loaded only on request. */
export async function startSandbox(): Promise<Service> {
  const { createSandbox, sandboxClientId, sandboxClientSecret } = await import('@waraq/sandbox')
  const sandbox = createSandbox({ content: 'small', gzip: true })
  const { contentRoot, authUrl, close } = await sandbox.listen()
  return {
    contentRoot,
    issuer: { authUrl, clientId: sandboxClientId, clientSecret: sandboxClientSecret },
    bring: bringTo(sandbox),
    close,
  }
}
