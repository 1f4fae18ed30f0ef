import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from 'waraq/client'
import { createSandbox, sandboxClientId, sandboxClientSecret } from '@waraq/sandbox'
import { expect, it } from 'vitest'
import type { ClientSetting, OpenClient } from '../conform/client/adapter.ts'
import { conformClient } from '../conform/client/conform-client.ts'
import { handWritten } from '../conform/client/hand-written.test-support.ts'
import { scripts } from '../conform/client/scripts/all.ts'
import { conformService, contentRules } from '../conform/service/conform-service.ts'
import { userRules } from '../conform/user/user-rules.ts'
import { reportText } from '../doctor/report-text.ts'
import { exitCodeOf } from '../doctor/report.ts'
import { bringTo } from '../service/sandbox-service.ts'

/** CONFORM.md shows parts of reports, and lists the rules and scripts. `vitest -u` writes the complete reports. */

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const text = await readFile(pathOf('../../CONFORM.md'), 'utf8')

const at = Date.UTC(2026, 10, 26, 8)
const now = () => at
const { version } = JSON.parse(await readFile(pathOf('../../package.json'), 'utf8')) as {
  readonly version: string
}
// A busy machine is no client that hangs.
const timeoutMs = 120_000

it('shows the report of the sandbox', async () => {
  const sandbox = createSandbox({ content: 'small', now })
  const url = 'http://127.0.0.1:4600'
  const report = await conformService({
    service: {
      contentRoot: `${url}/content`,
      issuer: { authUrl: url, clientId: sandboxClientId, clientSecret: sandboxClientSecret },
      bring: bringTo(sandbox),
    },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    clock: { ...systemClock, now },
    random: () => 0,
    version,
  })
  await expect(reportText(report)).toMatchFileSnapshot(pathOf('conform-service.txt'))
  for (const part of shownOf(reportText(report))) expect(reportText(report)).toContain(part)
})

it('shows the report of a client without the mistakes, and what is said of one with one', async () => {
  const name = './adapter.mjs'
  const good = await conformClient({ open: handWritten(), name, version, now, timeoutMs })
  await expect(reportText(good)).toMatchFileSnapshot(pathOf('conform-client.txt'))
  for (const part of shownOf(reportText(good))) expect(reportText(good)).toContain(part)
  const broken = await conformClient({
    open: handWritten('snapshot_as_it_comes'),
    name,
    version,
    now,
    timeoutMs,
  })
  const said = /^differs[^]*?(?=\n\S)/m.exec(reportText(broken))![0]
  expect(text).toContain(said)
})

/** The parts of a report that the document shows, with … for what it leaves out. */
function shownOf(report: string): string[] {
  const [head] = report.split(',')
  const from = text.indexOf(head!)
  expect(from).toBeGreaterThan(-1)
  const shown = text.slice(from, text.indexOf('\n```', from)).split('\n…\n')
  expect(shown.length).toBeGreaterThan(1)
  return shown
}

/** Rows of the table below a heading, cell by cell. */
function tableBelow(heading: string): string[][] {
  const from = text.indexOf(`\n${heading}\n`)
  const [table = ''] = /(?:^\|.*\n)+/m.exec(text.slice(from)) ?? []
  const lines = table.trim().split('\n').slice(2)
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

it.each([
  ['### The rules', contentRules.map(({ name, assumes }) => [`\`${name}\``, assumes])],
  ['### Of user data', userRules(true).map(({ name, assumes }) => [`\`${name}\``, assumes])],
  [
    '### The scripts',
    scripts.map(({ name, mistake, must }) => [
      `\`${name}\``,
      mistake === undefined ? '' : String(mistake),
      must,
    ]),
  ],
])('the table below %s has what there is', (heading, rows) => {
  expect(tableBelow(heading)).toEqual(rows)
})

it('the guide has the names of the scripts, in their order', async () => {
  const guide = await readFile(pathOf('../../../site/own/guides/moving.md'), 'utf8')
  const named = [...guide.matchAll(/^## (\d)\. [^]*?The kit calls it `(\w+)`/gm)].map(([, number, name]) => [
    name,
    Number(number),
  ])
  const mistakes = scripts.filter(({ mistake }) => mistake !== undefined)
  expect(named).toEqual(mistakes.map(({ name, mistake }) => [name, mistake]))
})

it('the adapter that it shows is one', async () => {
  const [, code] = /```js\n\/\/ adapter\.mjs\n([^]*?)```/.exec(text)!
  expect(code).toContain("import { openLibrary } from './library.mjs'")
  // What the reader's own module would be: a client that was written by hand, under the names of the example.
  const openLibrary = async (options: {
    database: string
    root: string
    fetch: typeof fetch
    token: ClientSetting['accessToken']
    filter: string
  }) => {
    const { database: storage, root: contentRoot, token: accessToken } = options
    const setting = { ...options, storage, contentRoot, accessToken, killed: new AbortController().signal }
    const client = await handWritten()(setting)
    return {
      update: client.sync,
      translations: { of: (id: number) => client.rows(`translations:${id}`) },
      close: client.close,
    }
  }
  const body = code!.replace(/^import .*\n/gm, '').replace('export default', 'return')
  const make = new Function('openLibrary', body) as (open: typeof openLibrary) => OpenClient
  const report = await conformClient({ open: make(openLibrary), version, now, timeoutMs })
  expect(report.findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  expect(exitCodeOf(report)).toBe(0)
})
