import { createSandbox } from '@waraq/sandbox'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { chromiumLaunch } from '../scripts/browsers.mjs'

/**
 * `pnpm bench`: how long a snapshot takes from its body to readable rows, in Chromium on a profile on disk, all variants
 * interleaved in one run. Ratios within a run are what counts; the machine's own speed is not. `--quick`: one round.
 * Writes reports/report.json and reports/report.md and fails nothing by its figures.
 */
const rounds = process.argv.includes('--quick') ? 1 : 5
const here = dirname(fileURLToPath(import.meta.url))
const reports = join(here, '../../reports')
const variants = /** @type {const} */ (['parse', 'waraq', 'raw'])

const sandbox = createSandbox()
const cases = [
  { title: 'a translation', key: 'translations:20', recordType: 'translation' },
  { title: 'a mushaf', key: 'mushafs:1', recordType: 'mushaf_word' },
]

/** @param {readonly number[]} values */
function summary(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? NaN,
    min: sorted[0] ?? NaN,
    max: sorted.at(-1) ?? NaN,
    n: sorted.length,
  }
}

const service = await sandbox.listen()
const vite = await createServer({
  configFile: false,
  root: join(here, 'page'),
  resolve: { conditions: ['waraq-source', 'module', 'browser', 'development|production'] },
  optimizeDeps: {
    include: ['@waraq/engine > dexie', '@waraq/engine > comlink', '@waraq/contract > zod/mini'],
  },
  server: { host: '127.0.0.1', port: 0, hmr: false, fs: { allow: [join(here, '../..')] } },
  logLevel: 'warn',
})
await vite.listen()
const profile = mkdtempSync(join(tmpdir(), 'waraq-bench-'))
const browser = await chromium.launchPersistentContext(profile, { ...chromiumLaunch(), headless: true })

const results = []
try {
  const page = await browser.newPage()
  await page.goto(String(vite.resolvedUrls?.local[0]))
  await page.waitForFunction(() => 'runInstall' in window)
  const { token, clientId } = await sandbox.accessToken()
  for (const { title, key, recordType } of cases) {
    const [group = '', id = ''] = key.split(':')
    const rows = sandbox.snapshotRows(key) ?? []
    const probed = rows.filter((row) => (row['record_type'] ?? recordType) === recordType)
    const request = {
      snapshotUrl: `${service.contentRoot}/api/v4/resources/snapshots/${group}/${id}`,
      token,
      clientId,
      group,
      id: Number(id),
      probe: { recordType, key: String(probed[Math.floor(probed.length / 2)]?.['id']), rows: rows.length },
    }
    /** @type {Record<string, number[]>} */
    const times = Object.fromEntries(variants.map((variant) => [variant, []]))
    for (let round = 0; round < rounds; round++) {
      for (const variant of variants) {
        const ms = await page.evaluate((asked) => window.runInstall(asked), { ...request, variant })
        times[variant]?.push(ms)
        console.log(`${title} (${rows.length} rows), round ${round + 1}, ${variant}: ${ms.toFixed(0)} ms`)
      }
    }
    results.push({
      name: `install ${key}, ${rows.length} rows, body received to readable`,
      unit: 'ms',
      variants: Object.fromEntries(
        Object.entries(times).map(([variant, values]) => [variant, summary(values)]),
      ),
    })
  }
} finally {
  await browser.close()
  await vite.close()
  await service.close()
  rmSync(profile, { recursive: true, force: true })
}

const lines = results.flatMap(({ name, variants: measured }) => {
  const raw = measured['raw']?.median ?? NaN
  const parse = measured['parse']?.median ?? NaN
  return [
    `## ${name}`,
    '',
    '| variant | median | min | max | n | against raw | against parsing |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(measured).map(
      ([variant, { median, min, max, n }]) =>
        `| ${variant} | ${median.toFixed(0)} ms | ${min.toFixed(0)} | ${max.toFixed(0)} | ${n} | ${(median / raw).toFixed(3)}x | ${(median / parse).toFixed(2)}x |`,
    ),
    '',
  ]
})
mkdirSync(reports, { recursive: true })
writeFileSync(join(reports, 'report.json'), `${JSON.stringify(results, null, 2)}\n`)
writeFileSync(join(reports, 'report.md'), `# Benchmarks\n\n${lines.join('\n')}`)
console.log(lines.join('\n'))
