import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { blocksOf } from '../../packages/site/src/markdown.mjs'
import { groups } from '../../packages/site/src/pages.mjs'

/** Code that the site's own pages and the README's first lines show: it compiles against the packages as they are. */

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')

/** What a block takes for granted, because the text before it, or the reader's application, has it. */
const granted = {
  worker: 'declare const worker: () => Worker',
  engine: "declare const engine: import('@waraq/engine').SyncEngine",
  store: "declare const store: import('@waraq/engine').ContentStore",
  render: 'declare function render(verses: readonly unknown[]): void',
  openContentStore: "import { openContentStore } from '@waraq/engine'",
  connectSyncEngine: "import { connectSyncEngine } from '@waraq/engine/page'",
}

/** A module of its own: with what it uses and neither declares nor imports. */
function moduleOf(block: string): string {
  const code = block.replace(/^```\w+\n/, '').replace(/```$/, '')
  const needed = Object.entries(granted).filter(
    ([name]) =>
      new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`(const|import \\{[^}]*) ${name}\\b`).test(code),
  )
  return [...needed.map(([, line]) => line), code, 'export {}'].join('\n')
}

const own = groups
  .flatMap(({ pages }) => pages.flatMap(({ from }) => from))
  .filter((path) => path.includes('/own/'))
const blocks = new Map(
  ['README.md', ...own].flatMap((path) => {
    const found = blocksOf(readFileSync(join(root, path), 'utf8')).filter((block) => /^```tsx?\n/.test(block))
    const shown = path === 'README.md' ? found.slice(0, 1) : found
    return shown.map(
      (block, at) => [join(here, `${path.replaceAll('/', '-')}-${at}.tsx`), moduleOf(block)] as const,
    )
  }),
)

it('compiles', () => {
  expect(blocks.size).toBeGreaterThan(8)
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object }
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ['vite.config.ts'] },
    ts.sys,
    root,
  )
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = (path) => blocks.get(path) ?? readFile(path)
  host.fileExists = (path) => blocks.has(path) || fileExists(path)
  host.getSourceFile = (path, version) => {
    const text = blocks.get(path)
    return text === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, text, version)
  }
  const program = ts.createProgram([...blocks.keys()], { ...options, noUnusedLocals: false }, host)
  const said = [...blocks.keys()].flatMap((path) => {
    const file = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  })
  expect(said).toEqual([])
})
