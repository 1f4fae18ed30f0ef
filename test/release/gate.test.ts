import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, afterEach, expect, it } from 'vitest'
import { heldToTheLastRelease } from './gate.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waraq-gate-'))
  git('init', '--quiet')
  writeReport(['@waraq/reader', 'function read(a: string): void'])
  write('.changeset/README.md', 'Changes that wait.')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const writeReport = (...sections: (readonly [entryPoint: string, code: string])[]) =>
  write(
    'packages/reader/API.md',
    ['# API\n', ...sections.map(([name, code]) => `## ${name}\n\n\`\`\`ts\n${code}\n\`\`\`\n`)].join('\n'),
  )

function git(...words: string[]) {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']
  const { status, stderr } = spawnSync('git', [...who, ...words], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

function release(tag: string) {
  git('add', '.')
  git('commit', '--quiet', '--allow-empty', '--message', tag)
  git('tag', tag)
}

it('promises nothing before the first release', async () => {
  release('not-a-release')
  writeReport(['@waraq/reader', 'function other(): void'])
  expect(await heldToTheLastRelease(root)).toEqual({ release: undefined, refused: [] })
})

it('holds the entry points to the newest release, by the changesets that wait', async () => {
  release('v1.9.0')
  release('v1.10.0')
  writeReport(
    ['@waraq/reader', 'function read(): void'],
    ['@waraq/reader/html', 'function plainText(): string'],
  )
  const read = { entryPoint: 'reader: @waraq/reader', name: 'read', what: 'changed', needs: 'major' }
  const plain = { entryPoint: 'reader: @waraq/reader/html', name: 'plainText', what: 'come', needs: 'minor' }
  expect(await heldToTheLastRelease(root)).toEqual({ release: 'v1.10.0', refused: [read, plain] })
  write('.changeset/one.md', "---\n'@waraq/reader': minor\n---\n\nMore.\n")
  expect((await heldToTheLastRelease(root)).refused).toEqual([read])
  write('.changeset/two.md', "---\n'@waraq/reader': major\n---\n\nOther.\n")
  expect((await heldToTheLastRelease(root)).refused).toEqual([])
})

it('sees an entry point that goes', async () => {
  release('v1.0.0')
  rmSync(join(root, 'packages/reader/API.md'))
  expect((await heldToTheLastRelease(root)).refused).toMatchObject([{ what: 'gone', needs: 'major' }])
})
