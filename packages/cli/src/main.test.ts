import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { handWritten } from './conform/client/hand-written.test-support.ts'
import { hostWith } from './host.test-support.ts'
import { main } from './main.ts'
import { isSync, parameter, serve } from './odd-service.test-support.ts'
import type { Trigger } from './service/service.ts'

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

describe('conform service', () => {
  it('of the sandbox, and of an account in it', async () => {
    const content = hostWith({ isTerminal: true })
    expect(await main(['conform', 'service', '--sandbox'], content.host)).toBe(0)
    expect(content.shown.out).toMatch(/^waraq conform service 0\.0\.0, .*\nhttp:.*\/content\n\nok +token /)
    expect(content.shown.out).toMatch(/(\d+) checks: \1 ok, 0 differs, 0 failed, 0 untested/)
    expect(content.shown.err).toMatch(/9\/\d+ filter_ids/)
    const account = hostWith()
    expect(await main(['conform', 'service', '--user', '--sandbox', '--json'], account.host)).toBe(0)
    expect(JSON.parse(account.shown.out)).toMatchObject({
      command: 'conform service',
      findings: expect.arrayContaining([
        expect.objectContaining({ check: 'push_stale', from: '/v1/sync, 409', verdict: 'ok' }),
      ]) as unknown,
    })
  })

  it('has a service changed by the address that is given for it, and tells of a rule that is broken', async () => {
    const { contentRoot, issuer, bring } = await serve((request, ask) =>
      isSync(request) && parameter(request, 'per_page') === '101'
        ? ask(new Request(request.url.replace('per_page=101', ''), request))
        : ask(request),
    )
    const asked: Trigger[] = []
    const { host, shown } = hostWith({
      env: {
        WARAQ_AUTH_URL: issuer.authUrl,
        WARAQ_CONTENT_ROOT: contentRoot,
        WARAQ_CLIENT_ID: issuer.clientId,
        WARAQ_CLIENT_SECRET: issuer.clientSecret,
      },
      fetch: async (input, init) => {
        if (input !== 'http://localhost/triggers') return fetch(input, init)
        const { trigger } = (await new Request(input, init).json()) as { trigger: Trigger }
        asked.push(trigger)
        await bring!(trigger)
        return new Response(null, { status: 204 })
      },
    })
    const words = ['conform', 'service', '--triggers', 'http://localhost/triggers']
    expect(await main(words, host)).toBe(1)
    expect(new Set(asked)).toEqual(new Set(['rows', 'edition', 'withdrawal', 'return', 'forgetting']))
    expect(shown.out).toMatch(/differs +per_page_limit +A per_page of 101 is answered 200/)
    expect(shown.out).toMatch(
      /Rule: A per_page above 100 is refused.*\(GET\s+\/resources\/sync,\s+per_page\)/s,
    )
    expect(shown.out).toContain('1 differs, 0 failed, 0 untested')
  })
})

describe('conform client', () => {
  it('of the module that is named', async () => {
    const loaded: string[] = []
    const { host, shown } = hostWith({
      isTerminal: true,
      load: async (path) => {
        loaded.push(path)
        return { default: handWritten('withdrawn_stays') }
      },
    })
    expect(await main(['conform', 'client', './adapter.mjs'], host)).toBe(1)
    expect(loaded).toEqual([join(process.cwd(), 'adapter.mjs')])
    expect(shown.out).toMatch(/^waraq conform client 0\.0\.0, .*\n\.\/adapter\.mjs\n\nok +quiet /)
    expect(shown.out).toMatch(/differs +withdrawn_stays .*\(mistake 8 of the\s+guide\)/s)
    expect(shown.err).toMatch(/1\/9 quiet/)
  })

  it('of one that stores nothing says so, and plays no further', async () => {
    const { host, shown } = hostWith({
      load: async () => ({
        default: async () => ({ sync: async () => 0, rows: async () => [], close: async () => 0 }),
      }),
    })
    expect(await main(['conform', 'client', 'a.mjs'], host)).toBe(1)
    expect(shown.out).toMatch(/differs +quiet +After a first sync: translations:20: of 15 rows 15 missing/)
    expect(shown.out).toContain('1 differs, 8 failed')
  })

  it('of one that throws says so', async () => {
    const open = async () => ({
      sync: async () => 0,
      rows: () => Promise.reject(new RangeError('no such table')),
      close: async () => 0,
    })
    const { host, shown } = hostWith({ load: async () => ({ default: open }) })
    expect(await main(['conform', 'client', 'a.mjs'], host)).toBe(2)
    expect(shown.out).toMatch(/failed +quiet +The client broke: RangeError: no such table\s+Next: Look at/s)
  })

  it.each([
    ['that is not there', undefined, /cannot be loaded/],
    ['without a default export', {}, /no function as its default export/],
  ])('of a module %s ends with 2', async (_, module, said) => {
    const { host, shown } = hostWith(module && { load: async () => module })
    expect(await main(['conform', 'client', 'a.mjs'], host)).toBe(2)
    expect([shown.out, shown.err]).toEqual(['', expect.stringMatching(said)])
  })
})
