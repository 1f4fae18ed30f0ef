import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { loadInNode, typedEntryPoints } from '../packed/consumers.mjs'
import { publishedIn } from '../packed/published.mjs'
import type { Manifest } from '../packed/stage.mjs'
import { writeSupport } from '../release/support.mjs'
import { plainEnvironment } from './plain-environment.ts'

/**
 * The packages as a registry has them, installed by npm, in several versions of Node: every entry point by `import` and `require`, and the
 * service, the relay and the command by `waraq doctor --sandbox`.
 */

/** The least that is promised, those that are maintained, and the newest. Between the first and the last one nothing new is tried. */
const versions = process.env['WARAQ_THOROUGH'] ? ['20.19.0', '22', '24', '26'] : ['20.19.0', '26']

const rows: string[] = []
let application: string
let installed: { readonly manifest: Manifest }[]

beforeAll(() => {
  application = mkdtempSync(join(tmpdir(), 'waraq-node-'))
  const packages = fileURLToPath(new URL('../../packages', import.meta.url))
  const manifestOf = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest & { name: string }
  const names = publishedIn(packages).map((name) => manifestOf(join(packages, name)).name)
  const frameworks = ['react', 'react-dom', 'vue', 'svelte', 'solid-js', '@angular/core']
  const others = ['dexie', '@quranjs/api', 'unstorage', 'ioredis', ...frameworks]
  const dependencies = Object.fromEntries([...names, ...others].map((name) => [name, '*']))
  writeFileSync(join(application, 'package.json'), JSON.stringify({ private: true, dependencies }))
  run('npm', ['install', '--no-audit', '--no-fund', '--userconfig', inject('npmrc')])
  installed = names
    .map((name) => ({ manifest: manifestOf(join(application, 'node_modules', name)) }))
    .filter(({ manifest }) => manifest.exports !== undefined)
})

afterAll(() => {
  rmSync(application, { recursive: true, force: true })
  if (!process.env['WARAQ_WRITE'] || rows.length < versions.length) return
  writeSupport(
    'node',
    ['| Node | doors, imported and required | `waraq doctor --sandbox` |', '|---|---|---|', ...rows].join(
      '\n',
    ),
  )
})

function run(command: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: application,
    encoding: 'utf8',
    env: plainEnvironment,
  })
  expect(status, `${command} ${words.join(' ')}\n${stdout}${stderr}`).toBe(0)
  return stdout.trim()
}

it.each(versions)('Node %s', (version) => {
  const node = run('npx', ['-y', '-p', `node@${version}`, '-c', 'node -p process.execPath'])
  const exact = run(node, ['-p', 'process.versions.node'])
  expect(exact).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')}\\b`))
  expect(loadInNode(installed, application, node)).toEqual([])
  const doctor = run(node, ['node_modules/@waraq/cli/dist/bin.js', 'doctor', '--sandbox', '--json'])
  const { findings } = JSON.parse(doctor) as { readonly findings: readonly { readonly verdict: string }[] }
  expect(findings.length).toBeGreaterThan(10)
  expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  const doors = installed.flatMap(typedEntryPoints).length
  rows.push(`| ${exact} | all ${doors} | all ${findings.length} checks |`)
})
