import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { blocksOf } from '../../packages/site/src/markdown.mjs'
import { groups } from '../../packages/site/src/pages.mjs'

/** Code that the documents show: it compiles against the packages as they are. */

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')

/** What blocks take for granted, because the text before them, or the reader's application, has it. */
const granted: Readonly<Record<string, string>> = {
  worker: 'declare const worker: () => Worker',
  engine: "declare const engine: import('waraq').SyncEngine",
  store: "declare const store: import('waraq').ContentStore",
  contentRoot: 'declare const contentRoot: string',
  render: 'declare function render(shown: unknown): void',
  show: 'declare function show(...shown: unknown[]): void',
  tell: 'declare function tell(...told: unknown[]): void',
  openContentStore: "import { openContentStore } from 'waraq'",
  app: "declare const app: import('waraq').Waraq",
  createSyncEngine: "import { createSyncEngine } from 'waraq'",
  connectSyncEngine: "import { connectSyncEngine } from 'waraq'",
  contentAccess: "import { contentAccess } from 'waraq/client'",
  createContentClient: "import { createContentClient } from 'waraq/client'",
  openUserData: "import { openUserData } from 'waraq/user'",
}

const handler = (name: string) => ({ [name]: `declare const ${name}: import('@waraq/relay').Handler` })
const text = (name: string) => ({ [name]: `declare const ${name}: string` })

/** The same, in one document alone. */
const grantedIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/waraq/READING.md': {
    showTerms: 'declare function showTerms(...terms: (string | null | undefined)[]): void',
    line: 'declare const line: HTMLElement',
    audio: 'declare const audio: HTMLAudioElement',
  },
  'packages/relay/GUIDE.md': {
    hasSession: 'declare function hasSession(request: Request): Promise<boolean>',
    ...handler('tokens'),
    ...handler('content'),
    ...handler('user'),
    options: "declare const options: import('@waraq/relay').TokenRelayOptions",
    Env: 'interface Env { readonly CLIENT_SECRET: string }',
    ExecutionContext: 'interface ExecutionContext { waitUntil(work: Promise<unknown>): void }',
  },
  'packages/waraq/REACT.md': {
    Verse: 'declare function Verse(props: { readonly html: string }): null',
    createRoot: "import { createRoot } from 'react-dom/client'",
    root: 'declare const root: HTMLElement',
  },
  'packages/waraq/USER-DATA.md': text('account'),
  'packages/waraq/SEARCH.md': { signal: 'declare const signal: AbortSignal' },
  'packages/sandbox/GUIDE.md': {
    sandbox: "declare const sandbox: import('@waraq/sandbox').Sandbox",
    server: "declare const server: import('@waraq/sandbox').ListeningSandbox",
  },
  'packages/waraq/CLIENT.md': { ...text('session'), signal: 'declare const signal: AbortSignal' },
  'packages/protocol/GUIDE.md': { ...text('address'), answer: 'declare const answer: Response' },
}

/** Modules that a block imports and this repository has not, or that are the reader's own. */
const modules = `
declare module 'vite-plugin-pwa' {
  export function VitePWA(options: object): import('vite').PluginOption
}
declare module '*/adapter.mjs' {
  const open: import('@waraq/cli/conform').OpenClient
  export default open
}
`

/** A module of its own: with what it uses and neither declares nor imports. */
function moduleOf(block: string, path: string): string {
  const code = block.replace(/^```\w+\n/, '').replace(/```$/, '')
  const needed = Object.entries({ ...granted, ...grantedIn[path] }).filter(
    ([name]) =>
      new RegExp(`\\b${name}\\b`).test(code) &&
      !new RegExp(`(const|function|import \\{[^}]*) ${name}\\b`).test(code),
  )
  return [...needed.map(([, line]) => line), code, 'export {}'].join('\n')
}

/** The tutorial's blocks are the files of `create-waraq`, which builds and drives them. */
const built = ['GETTING-STARTED.md']
const shown = groups
  .flatMap(({ pages }) => pages.flatMap(({ from }) => from))
  .map((path) => path.split('#')[0]!)
  .filter((path) => path.endsWith('.md') && !built.includes(path))
const blocks = new Map([
  [join(here, 'modules.d.ts'), modules] as const,
  ...[...new Set(['README.md', ...shown])].flatMap((path) =>
    blocksOf(readFileSync(join(root, path), 'utf8'))
      .filter((block) => /^```tsx?\n/.test(block))
      .map(
        (block, at) => [join(here, `${path.replaceAll('/', '-')}-${at}.tsx`), moduleOf(block, path)] as const,
      ),
  ),
])

it('compiles', () => {
  expect(blocks.size).toBeGreaterThan(50)
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
