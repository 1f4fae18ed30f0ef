import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { publishedIn } from '../../../test/packed/published.mjs'
import { pnpm, version } from '../../../test/release/publish.mjs'
import { root } from '../../../test/scripts/runner.mjs'
import { main } from '../dist/main.js'
import { install } from '../dist/package-manager.js'

/**
 * `pnpm new [folder] [--template name]`: does the same as `npm create waraq`, with the packages of this clone, which the
 * application gets as files. So it needs no registry that has them.
 */
const packages = join(root, 'packages')
/** Folder of the packed packages in the application. */
const shelf = 'packed'

/** Names of the packages that an application may need. */
const names = publishedIn(packages)
  .map((folder) => JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')).name)
  .filter((name) => name !== 'create-waraq')
const packed = mkdtempSync(join(tmpdir(), 'waraq-packed-'))
process.on('exit', () => rmSync(packed, { recursive: true, force: true }))
const pack = [...names.flatMap((name) => ['--filter', name]), '-r', 'pack', '--pack-destination', packed]
execFileSync('npx', ['-y', pnpm, ...pack], { cwd: root, stdio: 'pipe' })
/** Version specifiers of the dependencies, by name. */
const ours = new Map(
  names.map((name) => [name, `file:${shelf}/${name.replace('@', '').replace('/', '-')}-${version()}.tgz`]),
)

// pnpm passes its own settings to its child processes, in variables that npm warns about. Settings for the source of packages
// stay.
for (const name of Object.keys(process.env))
  if (/^npm_config_/i.test(name) && !/registry|proxy|cafile|cache|userconfig/i.test(name))
    delete process.env[name]

const { stdin: input, stdout: output } = process
process.exitCode = await main(process.argv.slice(2), {
  workingFolder: process.env['INIT_CWD'] ?? process.cwd(),
  // A machine with npx also has npm.
  userAgent: undefined,
  ours,
  terminal: input.isTTY && output.isTTY ? { input, output } : null,
  out: (text) => void output.write(text),
  err: (text) => void process.stderr.write(text),
  complete: (folder) => cpSync(packed, join(folder, shelf), { recursive: true }),
  install,
})
