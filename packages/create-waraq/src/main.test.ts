import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { main, type Host } from './main.ts'
import { person } from './person.test-support.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'waraq-create-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
})

/** What the command did, in an empty folder and without a terminal where nothing else is said. */
async function run(words: string, changed: Partial<Host> = {}) {
  let [out, err] = ['', '']
  const installed: string[][] = []
  const code = await main(words.split(' ').filter(Boolean), {
    workingFolder: place,
    userAgent: 'npm/11.0.0 node/v22.0.0 linux x64 workspaces/false',
    ours: '1.2.3',
    terminal: null,
    out: (text) => (out += text),
    err: (text) => (err += text),
    install: async (...words) => installed.push(words) > 0,
    ...changed,
  })
  return { code, out, err, installed }
}

it('makes an application, installs what it needs, and says what to type next', async () => {
  const { code, out, err, installed } = await run('my-reader --template vanilla')
  expect({ code, err, installed }).toEqual({
    code: 0,
    err: '',
    installed: [['npm', join(place, 'my-reader')]],
  })
  expect(out).toContain('\n  cd my-reader\n  npm run dev\n')
  expect(JSON.parse(readFileSync(join(place, 'my-reader/package.json'), 'utf8'))).toMatchObject({
    name: 'my-reader',
    dependencies: { waraq: '^1.2.3' },
  })
  expect(readdirSync(join(place, 'my-reader')).sort()).toEqual([
    '.gitignore',
    'index.html',
    'package.json',
    'src',
    'tsconfig.json',
    'vite.config.ts',
  ])
})

it('is complete before anything is installed, also where nothing is', async () => {
  const steps: string[] = []
  const host = {
    complete: (folder: string) => void steps.push(`complete ${readdirSync(folder).includes('package.json')}`),
    install: async () => steps.push('install') > 0,
  }
  await run('one -t vanilla', host)
  await run('other -t vanilla --no-install', host)
  expect(steps).toEqual(['complete true', 'install', 'complete true'])
})

it('installs with whatever ran it, and says so', async () => {
  const userAgent = 'pnpm/10.34.9 npm/? node/v22.0.0 linux x64'
  const { out, installed } = await run('a/b -t vue', { userAgent })
  expect(installed).toEqual([['pnpm', join(place, 'a/b')]])
  expect(out).toContain('  cd a/b\n  pnpm run dev\n')
})

it('--no-install leaves that as a line to type; the folder may be the one that it is in', async () => {
  const here = join(place, 'here')
  mkdirSync(here)
  const { out, installed } = await run('. -t react --no-install', { workingFolder: here })
  expect(installed).toEqual([])
  expect(out).toContain('\n\n  npm install\n  npm run dev\n')
  expect(existsSync(join(here, 'src/Chapter.tsx'))).toBe(true)
})

it('a failed install leaves the application, and says how to go on', async () => {
  const { code, err } = await run('my-reader -t vanilla', { install: async () => false })
  expect(code).toBe(1)
  expect(err).toMatch(/npm could not install .*\n.*\n\n {2}cd my-reader\n {2}npm install\n {2}npm run dev\n/)
  expect(existsSync(join(place, 'my-reader/package.json'))).toBe(true)
})

describe('asks in a terminal', () => {
  it('for both', async () => {
    const { code, out } = await run('', { terminal: person('Not This', 'reader', 'svelte') })
    expect([code, out]).toEqual([0, expect.stringContaining('cd reader\n')])
    expect(existsSync(join(place, 'reader/src/App.svelte'))).toBe(true)
  })
  it('for what is missing', async () => {
    expect((await run('reader', { terminal: person('2') })).code).toBe(0)
    expect(existsSync(join(place, 'reader/src/main.tsx'))).toBe(true)
    expect((await run('-t vue', { terminal: person('other') })).code).toBe(0)
    expect(existsSync(join(place, 'other/src/App.vue'))).toBe(true)
  })
  it('and makes nothing for who leaves', async () => {
    expect(await run('reader', { terminal: person() })).toMatchObject({
      code: 130,
      err: 'Nothing was made.\nThe same command begins again.\n',
    })
    expect(readdirSync(place)).toEqual([])
  })
})

describe('without a terminal it takes arguments alone', () => {
  it.each([
    ['', 'folder'],
    ['reader', 'template'],
    ['-t vue', 'folder'],
  ])('%s', async (words, missing) => {
    const { code, err } = await run(words)
    expect(code).toBe(1)
    expect(err).toContain(
      `does not say which ${missing}.\nSay both: npm create waraq@latest my-reader -- --template`,
    )
    expect(readdirSync(place)).toEqual([])
  })
})

describe('makes nothing', () => {
  it('in a folder that has something in it, and asks nothing first', async () => {
    mkdirSync(join(place, 'full'))
    writeFileSync(join(place, 'full/notes.txt'), 'mine')
    const terminal = { input: new PassThrough(), output: new PassThrough() }
    const { code, err, installed } = await run('full', { terminal })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/full has something in it: notes.txt\.\nTake another folder/),
    ])
    expect([readdirSync(join(place, 'full')), installed]).toEqual([['notes.txt'], []])
    expect(terminal.output.read()).toBeNull()
  })
  it('under a name that npm refuses', async () => {
    const { code, err } = await run('Reader -t vue')
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/"Reader".*\nTake another folder, such as reader\./),
    ])
    expect(readdirSync(place)).toEqual([])
  })
  it('for a wrong word', async () => {
    const { code, err } = await run('reader -t angular')
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/no template "angular".*\nFor instance: npm create waraq/),
    ])
  })
})

it('--help says what there is', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--no-install') })
})
