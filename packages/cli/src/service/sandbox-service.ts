import { recordKeyOf, recordTypeOf, type JsonObject } from '@waraq/protocol'
import type { Sandbox, SandboxResource } from '@waraq/sandbox'
import type { Occasion, Service } from './service.ts'

/** Makes the sandbox tell an update, a deletion and a creation of each record type of a resource; the rows stay as they are. */
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

/** Row changes of each record type, each group by its first resource. */
function changeRows(sandbox: Sandbox): void {
  const seen = new Set<string>()
  for (const resource of sandbox.resources) {
    if (seen.has(resource.group) || !resource.public) continue
    seen.add(resource.group)
    touchRows(sandbox, resource)
  }
}

/** What a sandbox does where something has to happen. Its last resource is the one that comes and goes. */
export function bringTo(sandbox: Sandbox): NonNullable<Service['bring']> {
  const last = () => sandbox.resources.at(-1)!
  const occasions: Readonly<Record<Occasion, () => unknown>> = {
    rows: () => changeRows(sandbox),
    edition: () => sandbox.invalidate(last()),
    withdrawal: () => sandbox.hide(last()),
    return: () => sandbox.restore(last()),
    forgetting: () => sandbox.compact(),
  }
  return async (occasion) => {
    occasions[occasion]()
    return true
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
    bring: bringTo(sandbox),
    close,
  }
}
