import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../scripts/runner.mjs'
import { plainEnvironment } from './plain-environment.ts'

it('a clone makes an application that installs and builds with the packages of the clone, without a registry that has them', () => {
  const place = mkdtempSync(join(tmpdir(), 'waraq-new-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const command = join(root, 'packages/create-waraq/scripts/new.mjs')
  const env = { ...plainEnvironment, INIT_CWD: place }
  execFileSync(process.execPath, [command, 'my-reader', '--template', 'vanilla'], {
    cwd: place,
    env,
    stdio: 'inherit',
  })
  const home = join(place, 'my-reader')
  const lock = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as {
    readonly packages: Record<string, { readonly resolved?: string }>
  }
  const ours = Object.entries(lock.packages).filter(([path]) => /node_modules\/(@waraq\/|waraq$)/.test(path))
  expect(ours.length).toBeGreaterThan(3)
  for (const [path, { resolved }] of ours)
    expect([path, resolved]).toEqual([path, expect.stringMatching(/^file:packed\//)])
  execFileSync('npm', ['run', 'build'], { cwd: home, env, stdio: 'inherit' })
  expect(existsSync(join(home, 'dist/index.html'))).toBe(true)
})
