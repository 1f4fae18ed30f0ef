import { expect, it } from 'vitest'
import { hostWith } from './host.test-support.ts'
import { main } from './main.ts'
import { serve } from './odd-service.test-support.ts'

it('without words it tells how it is used', async () => {
  const { host, shown } = hostWith()
  expect(await main([], host)).toBe(0)
  expect(shown.out).toContain('waraq doctor')
})

it.each([[['cure']], [['doctor', '--colour']], [['doctor']], [['inspect', 'articles:*']]])(
  '%j: what is wrong is said on standard error, with 2',
  async (words) => {
    const { host, shown } = hostWith()
    expect(await main(words, host)).toBe(2)
    expect([shown.out, shown.err.length > 20]).toEqual(['', true])
  },
)

it('a recording that cannot be read ends with 2', async () => {
  const { host, shown } = hostWith()
  expect(await main(['doctor', '--replay', 'none.json'], host)).toBe(2)
  expect(shown.err).toContain('none.json')
})

it('a terminal is told how far it is, a file is not', async () => {
  const [terminal, file] = [hostWith({ isTerminal: true }), hostWith()]
  for (const { host } of [terminal, file]) {
    expect(await main(['doctor', '--sandbox'], host)).toBe(0)
    expect(await main(['inspect', 'articles:1', '--sandbox', '--compare'], host)).toBe(0)
  }
  expect(terminal.shown.err).toMatch(/1\/\d+ token\b.*snapshot of articles:1.*comparing articles:1/s)
  expect(terminal.shown.err.endsWith('\r\u001b[K')).toBe(true)
  expect(file.shown.err).toBe('')
})

it('the report as JSON is the report', async () => {
  const { host, shown } = hostWith()
  expect(await main(['doctor', '--sandbox', '--json', '--origin', 'https://reader.example'], host)).toBe(0)
  expect(JSON.parse(shown.out)).toMatchObject({
    tool: '@waraq/cli',
    origin: 'https://reader.example',
    findings: expect.arrayContaining([
      expect.objectContaining({ check: 'record_key', verdict: 'ok', assumed: expect.any(String) as string }),
    ]) as unknown,
  })
})

it('nothing is written to disk unless it is asked for', async () => {
  const { host, shown } = hostWith()
  await main(['doctor', '--sandbox'], host)
  await main(['inspect', 'articles:1', '--sandbox', '--compare'], host)
  expect(shown.files.size).toBe(0)
})

it('an interrupted doctor ends with 2 and says so', async () => {
  const interrupted = new AbortController()
  const { host, shown } = hostWith({ signal: interrupted.signal, isTerminal: true })
  const { contentRoot, issuer } = await serve((request, ask) => {
    interrupted.abort()
    return ask(request)
  })
  const env = {
    WARAQ_AUTH_URL: issuer.authUrl,
    WARAQ_CONTENT_ROOT: contentRoot,
    WARAQ_CLIENT_ID: issuer.clientId,
    WARAQ_CLIENT_SECRET: issuer.clientSecret,
  }
  expect(await main(['doctor'], { ...host, env })).toBe(2)
  expect(shown.out).toBe('')
  expect(shown.err).toContain('cancelled')
})

it('inspect: a line an event, a line of JSON with --json', async () => {
  const live = hostWith()
  expect(await main(['inspect', 'articles:1', '--sandbox', '--compare'], live.host)).toBe(0)
  expect(live.shown.out).toMatch(/RESOURCE_CREATE articles:1\n-- bootstrap: 1 changes/)
  const json = hostWith()
  expect(await main(['inspect', 'articles:1', '--sandbox', '--json'], json.host)).toBe(0)
  const events = json.shown.out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event)
  expect(events).toEqual(['change', 'round', 'keys'])
})
