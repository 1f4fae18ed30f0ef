import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { main } from '../dist/main.js'
import { install } from '../dist/package-manager.js'

/**
 * `pnpm new [folder] [--template name]`: what `npm create waraq` does, with the packages of this clone, which the application
 * gets as files. So it needs no registry that has them.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
const packages = join(root, 'packages')
/** In the application. */
const shelf = 'packed'

/** By name of the package, as a dependency says it. @type {Map<string, string>} */
const ours = new Map()
const packed = mkdtempSync(join(tmpdir(), 'waraq-packed-'))
process.on('exit', () => rmSync(packed, { recursive: true, force: true }))
const pack = [
  '-r',
  '--filter',
  './packages/*',
  '--filter',
  '!./packages/site',
  '--filter',
  '!./packages/create-waraq',
]
execFileSync('npx', ['-y', 'pnpm@10.34.9', ...pack, 'pack', '--pack-destination', packed], {
  cwd: root,
  stdio: 'pipe',
})
for (const folder of readdirSync(packages)) {
  const { name, version } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'))
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
  if (readdirSync(packed).includes(file)) ours.set(name, `file:${shelf}/${file}`)
}

// pnpm tells its own settings to what it runs, by names that npm warns of. Where packages come from stays said.
for (const name of Object.keys(process.env))
  if (/^npm_config_/i.test(name) && !/registry|proxy|cafile|cache|userconfig/i.test(name))
    delete process.env[name]

const { stdin: input, stdout: output } = process
process.exitCode = await main(process.argv.slice(2), {
  workingFolder: process.env['INIT_CWD'] ?? process.cwd(),
  // Whoever has npx has npm.
  userAgent: undefined,
  ours,
  terminal: input.isTTY && output.isTTY ? { input, output } : null,
  out: (text) => void output.write(text),
  err: (text) => void process.stderr.write(text),
  complete: (folder) => cpSync(packed, join(folder, shelf), { recursive: true }),
  install,
})
