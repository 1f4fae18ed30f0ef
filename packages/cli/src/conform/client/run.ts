import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { WaraqError } from '@waraq/protocol'
import type { ConformClientCommand } from '../../command.ts'
import { showReport } from '../../doctor/report-text.ts'
import type { Host } from '../../host.ts'
import { showingSteps } from '../../progress.ts'
import type { OpenClient } from './adapter.ts'
import { openByCommand } from './open-by-command.ts'

function refuse(message: string): never {
  throw new WaraqError({ code: 'invalid_command', message })
}

/** @throws {WaraqError} `invalid_command` */
async function openerIn(path: string, { load }: Pick<Host, 'load'>): Promise<OpenClient> {
  const module = await load(resolve(path)).catch((error: unknown) =>
    refuse(`The module ${path} cannot be loaded: ${String(error)}`),
  )
  const { default: open } = module as { readonly default?: unknown }
  if (typeof open === 'function') return open as OpenClient
  return refuse(`The module ${path} has no function as its default export. It has to open your client.`)
}

/**
 * Runs `waraq conform client`.
 * @throws {WaraqError} `invalid_command`
 */
export async function runConformClient(
  { client, timeoutMs, json }: ConformClientCommand,
  host: Host,
): Promise<0 | 1 | 2> {
  const folder = 'command' in client ? await mkdtemp(join(tmpdir(), 'waraq-conform-')) : undefined
  const open =
    'command' in client ? openByCommand(client.command, folder!) : await openerIn(client.module, host)
  const name = 'command' in client ? client.command.join(' ') : client.module
  try {
    // Loaded here, because it imports the sandbox, which other commands load only if requested.
    const { conformClient } = await import('./conform-client.ts')
    const { version, clock } = host
    const options = { open, name, version, timeoutMs, now: clock.now }
    const report = await showingSteps(host, (onScript) => conformClient({ ...options, onScript }))
    return showReport(report, json, host)
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true })
  }
}
