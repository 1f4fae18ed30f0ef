import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/**
 * Runs a command in this terminal until it ends. Signals to this process are forwarded to it. This process waits for the
 * command, which may still need the services while it ends.
 * @param reported gets the signals: this process
 * @returns the command's exit code; 0 if a signal requested the end
 */
export async function runBeside(
  [name = '', ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
  reported: NodeJS.EventEmitter = process,
): Promise<number> {
  const child = spawn(name, words, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    // On Windows, npm's commands are scripts that only a shell can start.
    shell: process.platform === 'win32',
  })
  let isAsked = false
  const passOn = (signal: NodeJS.Signals) => {
    isAsked = true
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) reported.on(signal, passOn)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return isAsked ? 0 : (code ?? 1)
  } catch (cause) {
    throw new Error(`The command "${name}" did not start: ${(cause as Error).message}`, { cause })
  } finally {
    for (const signal of signals) reported.off(signal, passOn)
  }
}
