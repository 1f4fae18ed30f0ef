import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `pnpm soak --minutes 30`: random histories, crash points and malformed bodies for as long as told, with fresh seeds.
 * Prints what was run and every seed that failed; fails where one did.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const at = process.argv.indexOf('--minutes')
const minutes = at < 0 ? 30 : Number(process.argv[at + 1])
if (!(minutes > 0)) {
  console.error('Say for how long: pnpm soak --minutes 30')
  process.exit(2)
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'soak', '--disable-console-intercept'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, WARAQ_SOAK_MINUTES: String(minutes) },
  },
)
process.exit(status ?? 1)
