import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/** Detects the package manager that runs `create` by `npm_config_user_agent`, so that the same one installs. */
export function packageManagerOf(userAgent: string | undefined): string {
  return /^(npm|pnpm|yarn|bun)\//.exec(userAgent ?? '')?.[1] ?? 'npm'
}

/**
 * Installs what the application needs, in the person's terminal.
 * @returns whether that worked
 */
export async function install(packageManager: string, folder: string): Promise<boolean> {
  const child = spawn(packageManager, ['install'], {
    cwd: folder,
    stdio: 'inherit',
    // On Windows, npm is a script that only a shell can start.
    shell: process.platform === 'win32',
  })
  // A package manager that is not on this machine does not start.
  const [code] = await once(child, 'close').catch(() => [1])
  return code === 0
}
