import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Looks at the packages as npm would publish them: entry points, types and files. Needs a build. */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const packages = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'package.json')),
)

let failed = false
for (const name of packages) {
  const folder = join(root, 'packages', name)
  const publint = spawnSync('npx', ['--no-install', 'publint', folder, '--strict'], {
    cwd: root,
    stdio: 'inherit',
  })
  const attw = spawnSync(
    'npx',
    ['--no-install', 'attw', '--pack', folder, '--profile', 'esm-only', '--quiet'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (publint.status !== 0 || attw.status !== 0) {
    console.error(`${name}: the package would not be published well`)
    failed = true
  }
}
process.exit(failed ? 1 : 0)
