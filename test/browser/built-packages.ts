import { execFileSync } from 'node:child_process'
import { root } from '../scripts/runner.mjs'

/** Set-up of tests that take the packages as npm would publish them: the packages, built. */
export default function buildPackages(): void {
  execFileSync('npm', ['run', '--silent', 'build:packages'], { cwd: root, stdio: 'inherit' })
}
