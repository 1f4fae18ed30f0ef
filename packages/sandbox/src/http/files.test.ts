import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentPresets } from '../content/selection.ts'
import { createSandbox, type FaultEffect, type Sandbox, type SandboxOptions } from '../index.ts'
import { smallSandbox } from '../service-client.test-support.ts'

describe('the fonts of a mushaf', () => {
  it.each([
    ['mushafs:1', [1, 601, 604, null]],
    ['mushafs:2', [1, 601, 604]],
  ])(
    '%s are served where its rows say, whole, to pages of other origins and without a token',
    async (key, pages) => {
      const sandbox = smallSandbox({ content: { ...contentPresets.small, resources: key } })
      const rows = sandbox.snapshotRows(key)!.filter((row) => row['record_type'] === 'font_asset')
      expect(rows.map((row) => row['page_number'])).toEqual(pages)
      for (const row of rows) {
        const request = new Request(new URL(String(row['url']), 'http://127.0.0.1/content'), {
          headers: { origin: 'http://reader.example' },
        })
        const answer = await sandbox.fetch(request)
        expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
        expect(answer.headers.get('content-type')).toBe(row['mime_type'])
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(bytes.length).toBe(row['byte_size'])
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(row['sha256'])
      }
      expect(new Set(rows.map((row) => row['sha256'])).size).toBe(rows.length)
      expect(sandbox.requests.map(({ path }) => path)).toEqual(rows.map((row) => row['url']))
    },
  )

  it('go where a row of them goes', async () => {
    const sandbox = smallSandbox()
    const status = async (path: string) =>
      (await sandbox.fetch(new Request(`http://127.0.0.1${path}`))).status
    expect(await Promise.all(['/fonts/1/604.ttf', '/fonts/1/moved.ttf'].map(status))).toEqual([200, 404])
    const update = { key: 90_604, url: '/fonts/1/moved.ttf' }
    sandbox.publish([{ resource: 'mushafs:1', recordType: 'font_asset', update }])
    expect(await Promise.all(['/fonts/1/604.ttf', '/fonts/1/moved.ttf'].map(status))).toEqual([404, 200])
  })

  it('are those alone, for listed origins alone', async () => {
    const sandbox = createSandbox({ content: 'small', allowedOrigins: ['http://reader.example'] })
    const ask = (path: string) =>
      sandbox.fetch(new Request(`http://127.0.0.1${path}`, { headers: { origin: 'http://other.example' } }))
    for (const path of ['/fonts/1/2.ttf', '/fonts/2/1.ttf', '/fonts/x/1.ttf', '/fonts/1/__proto__'])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    expect((await ask('/fonts/1/1.ttf')).headers.get('access-control-allow-origin')).toBeNull()
    sandbox.fault({ match: { path: 'font' }, effect: { status: 503 } })
    expect((await ask('/fonts/1/1.ttf')).status).toBe(503)
  })
})

/** Four resources with recordings of chapter 112, and how the rows of each name a file. */
const recited = {
  'recitations:1': /^\/\/127\.0\.0\.1:4600\/recordings\/sandbox\/1\/112\d{3}\.mp3$/,
  'recitations:7': /^sandbox\/7\/112\d{3}\.mp3$/,
  'chapter_recitations:1': /^http:\/\/127\.0\.0\.1:4600\/recordings\/sandbox\/1\/112\.mp3$/,
  'chapter_recitations:7': /^http:\/\/127\.0\.0\.1:4600\/recordings\/sandbox\/7\/112\.mp3$/,
} as const

describe('recordings', () => {
  const audioOrigin = 'http://127.0.0.1:4600'
  const base = `${audioOrigin}/recordings/`
  const content = { chapters: [112], resources: 'recitations:*;chapter_recitations:*' }
  const open = (options: SandboxOptions = {}) => smallSandbox({ content, audioOrigin, ...options })
  const addressesOf = (sandbox: Sandbox, key: string) =>
    sandbox.snapshotRows(key)!.flatMap((row) => (row['url'] ?? row['audio_url'] ?? []) as string)

  it.each(Object.entries(recited))(
    'of %s are where its rows say, for pages of any origin, without a token, and not to be stored',
    async (key, form) => {
      const sandbox = open({ allowedOrigins: ['http://reader.example'] })
      const addresses = addressesOf(sandbox, key)
      expect(addresses).toHaveLength(key.startsWith('chapter') ? 1 : 5)
      expect(addresses[0]).toMatch(form)
      for (const address of addresses) {
        const headers = { origin: 'http://other.example' }
        const answer = await sandbox.fetch(new Request(new URL(address, base), { headers }))
        expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
        expect(answer.headers.get('content-type')).toBe('audio/mpeg')
        expect(answer.headers.get('cache-control')).toBe('no-store')
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(bytes).toHaveLength(Number(answer.headers.get('content-length')))
        expect(bytes.subarray(0, 3).toString('latin1')).toMatch(
          address.endsWith('112.mp3') ? 'ID3' : /^\xff\xf3/,
        )
      }
    },
  )

  it('are those alone that a row names, and go where it goes', async () => {
    const sandbox = open()
    const status = async (path: string) => (await sandbox.fetch(new Request(new URL(path, base)))).status
    const gone = ['sandbox/7/112005.mp3', 'sandbox/2/112001.mp3', 'sandbox/x/112.mp3', '112.mp3', '']
    expect(await Promise.all(gone.map(status))).toEqual(gone.map(() => 404))
    const paths = ['sandbox/7/112001.mp3', 'sandbox/7/moved.mp3']
    expect(await Promise.all(paths.map(status))).toEqual([200, 404])
    const resource = 'recitations:7'
    const [{ id }] = sandbox.snapshotRows(resource) as [{ id: number }]
    sandbox.publish([{ resource, recordType: 'audio_file', update: { key: id, url: paths[1] } }])
    expect(await Promise.all(paths.map(status))).toEqual([404, 200])
    // The hosts of recordings know nothing of what the service hides.
    sandbox.hide(resource)
    expect(await Promise.all(paths.map(status))).toEqual([404, 200])
    sandbox.delete(resource)
    expect(await Promise.all(paths.map(status))).toEqual([404, 404])
  })

  it('can be asked for in parts by pages of other origins', async () => {
    const asked = {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-range,range',
    }
    const headers = { origin: 'http://reader.example', ...asked }
    const url = new URL('sandbox/7/112001.mp3', base)
    const preflight = await open().fetch(new Request(url, { method: 'OPTIONS', headers }))
    expect(preflight.headers.get('access-control-allow-headers')).toBe('range,if-range')
    const part = await open().fetch(new Request(url, { headers: { ...headers, range: 'bytes=36-71' } }))
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      expect.stringMatching(/^bytes 36-71\//),
    ])
    expect(part.headers.get('access-control-expose-headers')).toBe('content-length,content-range')
  })
})

/** Each as a host does it. What comes is told by status, headers and the number of bytes. */
const faults: readonly [string, FaultEffect, object, (answer: Response) => unknown, unknown][] = [
  ['another type', { headers: { 'content-type': 'text/plain' } }, {}, header('content-type'), 'text/plain'],
  ['a portal', { html: true }, {}, header('content-type'), 'text/html; charset=utf-8'],
  ['no such file', { status: 404 }, {}, ({ status }) => status, 404],
  ['a part refused', { status: 416 }, { range: 'bytes=9-' }, ({ status }) => status, 416],
  ['no CORS', { headers: cors(null) }, {}, header('access-control-allow-origin'), null],
  ['no CORS, failed', { status: 404, headers: cors(null) }, {}, header('access-control-allow-origin'), null],
  ['no length', { headers: { 'content-length': null } }, {}, header('content-length'), null],
  ['no ranges', { ignoreRange: true }, { range: 'bytes=9-' }, ({ status }) => status, 200],
  ['no ranges, said', { ignoreRange: true }, { range: 'bytes=9-' }, header('accept-ranges'), null],
  ['an end too early', { cutBody: { afterBytes: 100, ending: 'clean' } }, {}, received, 100],
  [
    'a break',
    { cutBody: { afterBytes: 100 } },
    {},
    (answer) => received(answer).catch(String),
    'TypeError: fetch failed',
  ],
  [
    'no end',
    { endless: true },
    {},
    (answer) => received(answer, 1_000_000),
    expect.toSatisfy((bytes) => bytes >= 1e6),
  ],
  ['no end, no length', { endless: true }, {}, header('content-length'), null],
]

function header(name: string) {
  return ({ headers }: Response) => headers.get(name)
}

function cors(value: null) {
  return { 'access-control-allow-origin': value }
}

/** How many bytes came until the end, or until there are so many. */
async function received(answer: Response, enough = Infinity): Promise<number> {
  let bytes = 0
  for await (const chunk of answer.body!) if ((bytes += chunk.length) >= enough) break
  return bytes
}

describe.each([
  ['font', '/fonts/1/604.ttf'],
  ['recording', '/recordings/sandbox/7/112001.mp3'],
] as const)('a %s that is not as it should be', (path, address) => {
  it.each(faults)('%s', async (_what, effect, asked, look, expected) => {
    const sandbox = smallSandbox()
    sandbox.fault({ match: { path }, effect })
    const headers = { origin: 'http://reader.example', ...asked }
    const ask = () => sandbox.fetch(new Request(`http://127.0.0.1${address}`, { headers }))
    expect(await look(await ask())).toEqual(expected)
    expect(await look(await ask())).not.toEqual(expected)
  })

  it('slow, before the answer and between pieces of it', async () => {
    const slept: number[] = []
    const sandbox = smallSandbox({ sleep: async (ms) => void slept.push(ms) })
    sandbox.fault({ match: { path }, effect: { delayMs: 900, slowBody: { bytes: 200, everyMs: 50 } } })
    const answer = await sandbox.fetch(new Request(`http://127.0.0.1${address}`))
    const length = Number(answer.headers.get('content-length'))
    const pieces: number[] = []
    for await (const { length } of answer.body!) pieces.push(length)
    expect(pieces.reduce((sum, each) => sum + each, 0)).toBe(length)
    expect(Math.max(...pieces)).toBe(200)
    expect(slept).toEqual([900, ...pieces.map(() => 50)])
  })
})
