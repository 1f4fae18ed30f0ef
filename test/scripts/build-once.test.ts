import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildIfChanged } from './build-once.mjs'
import { fingerprint } from './fingerprint.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waraq-build-once-'))
  write('app/src/main.ts', 'one')
  write('lock.yaml', '1')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}

const inputs = () => fingerprint(root, ['app', 'lock.yaml'])

describe('a build', () => {
  const output = () => join(root, 'app/dist')
  let builds = 0
  /** Empties the folder first, as bundlers do. */
  async function build(): Promise<void> {
    builds += 1
    rmSync(output(), { recursive: true, force: true })
    write('app/dist/main.js', `build ${builds}`)
  }
  const ask = () => buildIfChanged({ output: output(), inputs: inputs(), build })
  beforeEach(() => void (builds = 0))

  it('is made once from the same files, and again from others', async () => {
    expect([await ask(), await ask(), builds]).toEqual([true, false, 1])
    write('app/src/main.ts', 'two')
    expect([await ask(), await ask(), builds]).toEqual([true, false, 2])
    write('app/src/main.ts', 'one')
    expect([await ask(), builds]).toEqual([true, 3])
  })

  it('is made again where another build, or nothing, stands in its place', async () => {
    await ask()
    await build()
    expect([await ask(), builds]).toEqual([true, 3])
    rmSync(output(), { recursive: true })
    expect([await ask(), builds]).toEqual([true, 4])
  })

  it('that fails does not count', async () => {
    await ask()
    write('app/src/main.ts', 'broken')
    const fail = () => Promise.reject(new Error('broken'))
    await expect(buildIfChanged({ output: output(), inputs: inputs(), build: fail })).rejects.toThrow(
      'broken',
    )
    expect([await ask(), builds]).toEqual([true, 2])
  })
})

describe('a fingerprint', () => {
  it('tells files that are added, renamed, taken away or changed by one letter', () => {
    const seen = new Set([inputs()])
    const changes = [
      () => write('app/src/other.ts', ''),
      () => write('app/src/main.ts', 'onf'),
      () => rmSync(join(root, 'app/src/main.ts')),
      () => write('app/src/again.ts', 'one'),
      () => write('lock.yaml', '2'),
    ]
    for (const change of changes) {
      change()
      seen.add(inputs())
    }
    expect(seen.size).toBe(1 + changes.length)
  })

  it('tells nothing of tests, and of what is built or installed', () => {
    const before = inputs()
    const others = [
      'dist/main.js',
      'node_modules/vite/index.js',
      'src/main.test.ts',
      'src/main.test-support.ts',
    ]
    for (const path of others) write(`app/${path}`, 'other')
    expect(inputs()).toBe(before)
  })

  it('does not mistake the end of one file for the beginning of the next', () => {
    write('app/src/a.ts', 'x')
    write('app/src/b.ts', 'y')
    const before = inputs()
    write('app/src/a.ts', 'xy')
    write('app/src/b.ts', '')
    expect(inputs()).not.toBe(before)
  })
})
