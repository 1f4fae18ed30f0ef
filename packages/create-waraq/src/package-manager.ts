import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/** Which package manager runs `create`, so that the same one installs: it says so in `npm_config_user_agent`. */
export function packageManagerOf(userAgent: string | undefined): string {
  return /^(npm|pnpm|yarn|bun)\//.exec(userAgent ?? '')?.[1] ?? 'npm'
}

/** Installs what the application needs, in the person's terminal. @returns whether that worked */
export async function install(packageManager: string, folder: string): Promise<boolean> {
  const child = spawn(packageManager, ['install'], {
    cwd: folder,
    stdio: 'inherit',
    // There, npm is a script that only a shell starts.
    shell: process.platform === 'win32',
  })
  // One that is not on this machine does not start.
  const [code] = await once(child, 'close').catch(() => [1])
  return code === 0
}
