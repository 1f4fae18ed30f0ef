import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { hostWith } from '../host.test-support.ts'
import { main } from '../main.ts'

/**
 * A recorded service. It is the sandbox; after `pnpm build:packages`, this records it anew:
 * `node packages/cli/dist/bin.js doctor --sandbox --record packages/cli/src/scenarios/recorded-answers.json`
 */
const recorded = fileURLToPath(new URL('./recorded-answers.json', import.meta.url))

/** What the doctor says of it; `vitest -u` writes it anew. */
const report = fileURLToPath(new URL('./recorded-report.txt', import.meta.url))

const textOf = (path: string) => readFile(path, 'utf8')

const manifest = await textOf(fileURLToPath(new URL('../../package.json', import.meta.url)))
const { version } = JSON.parse(manifest) as { readonly version: string }

const withoutNetwork: typeof fetch = () => Promise.reject(new Error('There is no network here'))

it('is reported to the byte, without any network', async () => {
  const { host, shown } = hostWith({ fetch: withoutNetwork, readFile: textOf, version })
  expect(await main(['doctor', '--replay', recorded], host)).toBe(0)
  await expect(shown.out).toMatchFileSnapshot(report)
})

it('the guide shows parts of that report, with … for what it leaves out', async () => {
  const guide = await textOf(fileURLToPath(new URL('../../GUIDE.md', import.meta.url)))
  const whole = await textOf(report)
  const from = guide.indexOf(whole.split('\n')[0]!)
  expect(from).toBeGreaterThan(-1)
  const parts = guide.slice(from, guide.indexOf('\n```', from)).split('\n…\n')
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) expect(whole).toContain(part)
})

it('a service is reported alike while it is recorded and from the recording', async () => {
  const { host, shown } = hostWith()
  const live = await main(['doctor', '--sandbox', '--record', 'answers.json'], host)
  const said = shown.out
  shown.out = ''
  expect(await main(['doctor', '--replay', 'answers.json'], { ...host, fetch: withoutNetwork })).toBe(live)
  expect(shown.out).toBe(said)
  expect(said).toContain('0 differs, 0 failed')
})

it('what was not recorded gets no answer', async () => {
  const { host, shown } = hostWith({ fetch: withoutNetwork })
  const { answers, ...rest } = JSON.parse(await textOf(recorded)) as {
    answers: { request: string }[]
  }
  const some = answers.filter(({ request }) => !request.includes('/snapshots/'))
  await host.writeFile('some.json', JSON.stringify({ ...rest, answers: some }))
  expect(await main(['doctor', '--replay', 'some.json'], host)).not.toBe(0)
  expect(shown.out).toMatch(/failed +bootstrap +No answer came from/)
})
