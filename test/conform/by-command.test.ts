import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { conformClient, openByCommand } from '@waraq/cli/conform'
import { expect, it, onTestFinished, vi } from 'vitest'

/** A client as a process of its own, by the lines that CONFORM.md shows. */

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waraq-by-command-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function reportOn(only?: readonly string[], flaw?: string) {
  const folder = await ownFolder()
  const document = await readFile(pathOf('../../packages/cli/CONFORM.md'), 'utf8')
  const [, code = ''] = /```js\n\/\/ client\.mjs[^\n]*\n([^]*?)```/.exec(document) ?? []
  const library = pathToFileURL(pathOf('file-library.mjs')).href
  await writeFile(join(folder, 'client.mjs'), code.replace('./library.mjs', library))
  vi.stubEnv('FLAW', flaw)
  const open = openByCommand([process.execPath, join(folder, 'client.mjs')], folder)
  return conformClient({ open, only, version: '0', timeoutMs: 120_000 })
}

it('without a mistake is told so', async () => {
  const { findings } = await reportOn(['page_by_page'])
  expect(findings).toHaveLength(2)
  expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
})

it('that stores its token by itself is told so, after a process that was killed', async () => {
  const { findings } = await reportOn(['token_by_itself'], 'token_by_itself')
  const differing = findings.filter(({ verdict }) => verdict === 'differs')
  expect(differing[0]).toMatchObject({ check: 'token_by_itself' })
  expect(differing[0]!.observed).toMatch(/ended while it waited for request 2, the snapshot translations\/20/)
})

it('a command that is none is the client’s failure', async () => {
  const open = openByCommand(['no-such-command-of-waraq'], await ownFolder())
  const { findings } = await conformClient({ open, version: '0' })
  expect(findings[0]).toMatchObject({ check: 'quiet', verdict: 'failed' })
  expect(findings[0]!.observed).toMatch(/^The client broke: .*ENOENT/)
})
