import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { rules } from './rules.mjs'

/** A check that cannot fail proves nothing: each rule of `pnpm check:packages` finds what it is for. */

let folder: string
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const entryPoint = { types: './dist/index.d.ts', default: './dist/index.js' }
const good = {
  'dist/index.js': "'use client'\nimport { a } from 'named'\nimport './own.js'\nimport 'node:fs'\n",
  'dist/index.d.ts': "export declare const a: import('a-peer').A\n",
}

function complaints(
  files: Record<string, string>,
  exports: Record<string, Record<string, string>> = { '.': entryPoint },
) {
  folder = mkdtempSync(join(tmpdir(), 'waraq-rules-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const peerDependencies = { 'a-peer': '^1.0.0', react: '^19.0.0' }
  const manifest = { name: '@waraq/one', exports, dependencies: { named: '^1.0.0' }, peerDependencies }
  const packed = { manifest, folder, tarball: '', files: Object.keys(files) }
  return rules.flatMap((rule) => rule(packed))
}

it('a package that keeps to them is not complained of', () => {
  expect(complaints(good)).toEqual([])
})

it.each([
  [
    {},
    { '.': { types: './dist/index.d.ts', default: './dist/index.js', import: './x.js' } },
    'end with "default"',
  ],
  [{ 'src/a.test-support.ts': '' }, undefined, 'src/a.test-support.ts is no part'],
  [
    { 'dist/own.d.ts': "export declare const b: import('unnamed/mini').B" },
    undefined,
    'imports unnamed/mini',
  ],
  [{ 'dist/own.js': "import '@other/unnamed'" }, undefined, 'imports @other/unnamed'],
  [{ 'dist/index.js': "import 'react'\n'use client'" }, undefined, "begin with 'use client'"],
])('%j %j', (files, exports, says) => {
  expect(complaints({ ...good, ...files }, exports)).toEqual([expect.stringContaining(says)])
})
