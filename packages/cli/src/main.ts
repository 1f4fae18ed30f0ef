import { isWaraqError } from '@waraq/protocol'
import { commandOf, type Command } from './command.ts'
import { runConformClient } from './conform/client/run.ts'
import { runConformService } from './conform/service/run.ts'
import { runUser } from './conform/user/run-user.ts'
import { runDoctor } from './doctor/run.ts'
import type { Host } from './host.ts'
import { runInspect } from './inspect/run.ts'
import { Secrets } from './service/secrets.ts'
import { usage } from './usage.ts'

/** 0: nothing differs. 1: something differs. 2: not everything could be checked. */
export type ExitCode = 0 | 1 | 2

function run(command: Command, host: Host, secrets: Secrets): Promise<ExitCode> {
  switch (command.name) {
    case 'doctor':
      return (command.user ? runUser : runDoctor)(command, host, secrets)
    case 'conform service':
      return (command.user ? runUser : runConformService)(command, host, secrets)
    case 'conform client':
      return runConformClient(command, host)
    case 'inspect':
      return runInspect(command, host, secrets)
  }
}

/** Runs the command `waraq` with these arguments. Never rejects. */
export async function main(words: readonly string[], host: Host): Promise<ExitCode> {
  const secrets = new Secrets()
  const careful: Host = {
    ...host,
    out: (text) => host.out(secrets.redact(text)),
    err: (text) => host.err(secrets.redact(text)),
  }
  let command: Command | null
  try {
    command = commandOf(words)
  } catch (error) {
    careful.err(`${(error as Error).message}\n\n${usage}`)
    return 2
  }
  if (!command) {
    careful.out(usage)
    return 0
  }
  try {
    return await run(command, careful, secrets)
  } catch (error) {
    const reported = isWaraqError(error) ? error.message : `The command broke: ${String(error)}`
    careful.err(`${reported}\n`)
    return 2
  }
}
