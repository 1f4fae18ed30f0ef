import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentPresets } from '../content/selection.ts'
import { createSandbox } from '../index.ts'
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
