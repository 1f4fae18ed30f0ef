import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/**
 * Runs a command in this terminal until it ends. Signals that this process gets go on to it, and it is waited for: it may
 * still need the services while it ends.
 * @param told gets the signals: this process
 * @returns the command's exit code; 0 where a signal asked for the end
 */
export async function runBeside(
  [name = '', ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
  told: NodeJS.EventEmitter = process,
): Promise<number> {
  const child = spawn(name, words, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    // There, npm's commands are scripts that only a shell starts.
    shell: process.platform === 'win32',
  })
  let isAsked = false
  const passOn = (signal: NodeJS.Signals) => {
    isAsked = true
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) told.on(signal, passOn)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return isAsked ? 0 : (code ?? 1)
  } catch (cause) {
    throw new Error(`The command "${name}" did not start: ${(cause as Error).message}`, { cause })
  } finally {
    for (const signal of signals) told.off(signal, passOn)
  }
}
