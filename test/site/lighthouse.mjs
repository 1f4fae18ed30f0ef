import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findChromium } from '../scripts/browsers.mjs'

/**
 * `pnpm measure:site [--write]`: Lighthouse's figures of the built documentation, each page three times as a phone on a slow line
 * and as a desk; the median counts. Lighthouse comes from npm for this run alone.
 */

const lighthouse = 'lighthouse@12.8.2'
const pages = ['/', '/getting-started.html', '/guides/user-data.html', '/reference/errors.html', '/ar/']
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const rounds = 3

const site = fileURLToPath(new URL('../../packages/site', import.meta.url))
const results = fileURLToPath(new URL('LIGHTHOUSE.md', import.meta.url))
const port = 4311
const folder = mkdtempSync(join(tmpdir(), 'waraq-lighthouse-'))
const run = promisify(execFile)

/** @typedef {'phone' | 'desk'} Form */
/** @typedef {Awaited<ReturnType<typeof measured>>} Measured */
/**
 * @typedef {object} Report the part of it that is used
 * @property {Record<string, { score: number, auditRefs: { id: string, weight: number }[] }>} categories
 * @property {Record<string, { score: number | null, numericValue: number }>} audits
 */

/** @param {readonly number[]} numbers @returns {number} */
const median = (numbers) =>
  /** @type {number} */ (numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)])

/** @param {string} page @param {Form} form */
async function measured(page, form) {
  const file = join(folder, 'report.json')
  await run(
    'npx',
    [
      '-y',
      lighthouse,
      `http://localhost:${port}${page}`,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join()}`,
      ...(form === 'desk' ? ['--preset=desktop'] : []),
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() } },
  )
  /** @type {Report} */
  const { categories: scores, audits } = JSON.parse(readFileSync(file, 'utf8'))
  const reported = (/** @type {string} */ id) => audits[id]?.numericValue ?? NaN
  const failed = Object.values(scores)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  return {
    scores: categories.map((name) => Math.round((scores[name]?.score ?? NaN) * 100)),
    paint: reported('largest-contentful-paint') / 1_000,
    blocked: reported('total-blocking-time'),
    shift: reported('cumulative-layout-shift'),
    failed: failed.map(({ id }) => id),
  }
}

/** @param {string} page @param {Form} form */
async function row(page, form) {
  /** @type {Measured[]} */
  const all = []
  for (let round = 0; round < rounds; round++) all.push(await measured(page, form))
  /** @param {(each: Measured) => number} pick */
  const of = (pick) => median(all.map(pick))
  console.error(page, form, JSON.stringify(all.at(-1)))
  return `| \`${page}\` | ${form} | ${[
    ...categories.map((_, index) => of(({ scores }) => scores[index] ?? NaN)),
    `${of(({ paint }) => paint).toFixed(1)} s`,
    `${Math.round(of(({ blocked }) => blocked))} ms`,
    of(({ shift }) => shift).toFixed(3),
  ].join(' | ')} |`
}

const server = spawn(
  process.execPath,
  ['node_modules/vitepress/bin/vitepress.js', 'preview', '--port', `${port}`],
  {
    cwd: site,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
try {
  await once(server.stdout, 'data')
  const rows = []
  for (const page of pages)
    for (const form of /** @type {const} */ (['phone', 'desk'])) rows.push(await row(page, form))
  const table = `| page | as | ${categories.join(' | ')} | largest paint | blocked | shift |
|---|---|${'---|'.repeat(categories.length + 3)}
${rows.join('\n')}
`
  console.log(table)
  if (process.argv.includes('--write')) {
    const [before] = readFileSync(results, 'utf8').split('<!-- table')
    writeFileSync(results, `${before}<!-- table: written by \`pnpm measure:site --write\` -->\n\n${table}`)
    await run('npx', ['prettier', '--write', results])
  }
} finally {
  server.kill()
  rmSync(folder, { recursive: true })
}
