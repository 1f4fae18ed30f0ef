import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Applications as a newcomer begins them: those that `npm create waraq` makes, and others, whose files are in `apps` and in
 * documents. Ports are those that documents name: `project.ts` puts free ones in their place.
 *
 * @typedef {object} Application
 * @property {string} name
 * @property {string} about what it is, for the table
 * @property {boolean} always whether `pnpm test:deep` tries it in any case, and not with `--thorough` alone
 * @property {boolean} isMade whether it is the template of its name: its page has favorites, and shows no markup
 * @property {() => Readonly<Record<string, string>>} shown files that it has from elsewhere
 * @property {Server | undefined} server as it is built, beside the sandbox; none where the application is a command
 * @property {string} sandbox root of the sandbox, by which a test publishes
 * @property {boolean} hasPage whether that serves a page, and does not answer programs alone
 * @property {readonly string[]} paths more pages, which the server makes in other ways
 * @property {Server | undefined} development the server that a developer works with, beside the sandbox
 *
 * @typedef {{ readonly url: string, readonly command: string }} Server
 */

const textOf = (/** @type {string} */ path) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

/** Code that a document shows: the first part of the expression. @param {string} path @param {RegExp} expression */
const codeOf = (path, expression) => expression.exec(textOf(path))?.[1] ?? ''

const testsOfGuide = () => ({
  'reading.test.ts': codeOf('packages/sandbox/GUIDE.md', /^## In your tests\n.*?```ts\n(.*?)^```/ms),
})

const serviceWorkerOfGuide = () => ({
  'src/service-worker.js': codeOf(
    'packages/site/own/guides/service-worker.md',
    /^```js\n(\/\/ src\/service-worker\.js\n.*?)^```/ms,
  ),
})

/** The service worker of an application without Vite. */
const serviceWorker = () => ({
  'service-worker.js': textOf('packages/create-waraq/templates/next/public/service-worker.js'),
})

const nothing = {
  always: false,
  isMade: false,
  shown: () => ({}),
  hasPage: true,
  sandbox: 'http://127.0.0.1:4600',
  paths: [],
  server: undefined,
  development: undefined,
}

const madeWithVite = {
  ...nothing,
  isMade: true,
  // In Vite’s own server: `waraq/vite`.
  sandbox: 'http://localhost:4173/waraq/sandbox',
  server: { url: 'http://localhost:4173/', command: 'npm run preview -- --port 4173' },
  development: { url: 'http://localhost:5173/', command: 'npm run dev -- --port 5173' },
}

/** @type {readonly Application[]} */
export const applications = [
  {
    ...madeWithVite,
    name: 'vanilla',
    always: true,
    about: 'made: Vite, plain TypeScript, the code of GETTING-STARTED.md',
  },
  { ...madeWithVite, name: 'react', about: 'made: Vite and React' },
  { ...madeWithVite, name: 'vue', about: 'made: Vite and Vue' },
  { ...madeWithVite, name: 'svelte', about: 'made: Vite and Svelte' },
  {
    ...nothing,
    name: 'next',
    about: 'made: Next.js, a prerendered page, a server-rendered one, the relay as a route handler',
    isMade: true,
    server: { url: 'http://localhost:3000/', command: 'npm run preview -- --port 3000' },
    paths: ['chapter/112'],
    development: { url: 'http://localhost:3000/', command: 'npm run dev -- --port 3000' },
  },
  {
    ...nothing,
    name: 'sveltekit',
    about: 'a prerendered page of SvelteKit, with the service worker of the guide',
    shown: serviceWorkerOfGuide,
    server: madeWithVite.server,
    development: madeWithVite.development,
  },
  {
    ...nothing,
    name: 'html',
    about: 'one HTML file and an import map, without a bundler',
    shown: serviceWorker,
    server: { url: 'http://localhost:8080/', command: 'npm start' },
  },
  {
    ...nothing,
    name: 'vitest',
    about: 'a test suite against the sandbox: the code of the sandbox’s guide',
    shown: testsOfGuide,
  },
  {
    ...nothing,
    name: 'commonjs',
    always: true,
    about: 'an Express server that requires the relay',
    server: { url: 'http://127.0.0.1:3000/token', command: 'npm start' },
    hasPage: false,
  },
]
