import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Applications as a newcomer begins them. Their files are in `apps`, those that several have in `apps/shared`, and code that
 * a document shows comes out of the document. Ports are those that documents name: `project.ts` puts free ones in their place.
 *
 * @typedef {object} Application
 * @property {string} name folder in `apps`
 * @property {string} about what it is, for the table
 * @property {boolean} always whether `pnpm test:deep` tries it in any case, and not with `--thorough` alone
 * @property {Readonly<Record<string, string>>} shared where each of the shared files goes
 * @property {() => Readonly<Record<string, string>>} shown files out of documents
 * @property {boolean} hasStar whether its page has a button that stars a verse
 * @property {string | undefined} url where it answers once it runs; none where the application is a command
 * @property {boolean} hasPage whether that is a page, and not an address for programs
 * @property {readonly string[]} paths more pages, which the server makes in other ways
 * @property {{ url: string, command: string } | undefined} development the server that a developer works with
 */

const textOf = (/** @type {string} */ path) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

/** Code whose file is named in the line above it. @returns {Record<string, string>} */
function gettingStarted() {
  const named = /^`([\w./-]+)`[^\n]*\n\n```\w+\n(.*?)^```/gms
  const files = [...textOf('GETTING-STARTED.md').matchAll(named)]
  return Object.fromEntries(files.map(([, path = '', code = '']) => [path, code]))
}

/** @returns {Record<string, string>} */
function testsOfReadme() {
  const [, code = ''] =
    /^## In your tests\n.*?```ts\n(.*?)^```/ms.exec(textOf('packages/sandbox/README.md')) ?? []
  return { 'reading.test.ts': code }
}

const nothing = {
  always: false,
  shared: {},
  shown: () => ({}),
  url: undefined,
  hasPage: true,
  hasStar: false,
  paths: [],
  development: undefined,
}

const vite = {
  url: 'http://localhost:5173/',
  command: 'npx vite --port 5173 --strictPort',
}

/** @type {readonly Application[]} */
export const applications = [
  {
    ...nothing,
    name: 'getting-started',
    always: true,
    about: 'Vite, plain TypeScript: the code of GETTING-STARTED.md',
    shown: gettingStarted,
    hasStar: true,
    url: 'http://localhost:4173/',
    development: vite,
  },
  {
    ...nothing,
    name: 'react',
    about: 'Vite and React; the page’s server passes both services on',
    shared: { 'Chapter.tsx': 'src/Chapter.tsx' },
    url: 'http://localhost:4173/',
    development: vite,
  },
  {
    ...nothing,
    name: 'next',
    about: 'Next.js: a prerendered page, a server-rendered one, the relay as a route handler',
    shared: { 'Chapter.tsx': 'app/Chapter.tsx', 'service-worker.js': 'public/service-worker.js' },
    url: 'http://localhost:3000/',
    paths: ['chapter/112'],
    development: { url: 'http://localhost:3000/', command: 'npx next dev --port 3000' },
  },
  {
    ...nothing,
    name: 'html',
    about: 'one HTML file and an import map, without a bundler',
    shared: { 'service-worker.js': 'service-worker.js' },
    url: 'http://localhost:8080/',
  },
  {
    ...nothing,
    name: 'vitest',
    about: 'a test suite against the sandbox: the code of the sandbox’s README',
    shown: testsOfReadme,
  },
  {
    ...nothing,
    name: 'commonjs',
    always: true,
    about: 'an Express server that requires the relay',
    url: 'http://127.0.0.1:3000/token',
    hasPage: false,
  },
]
