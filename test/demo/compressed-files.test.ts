import { mkdtempSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBuiltFiles, withBody, type BuiltFile } from '../../demo/scripts/built-files.mjs'
import { compressBuild } from '../../demo/scripts/compress.mjs'
import { createReaderServer } from '../../demo/scripts/reader-server.mjs'

/** The build writes files compressed, and the reader's server sends what the request accepts. */

const script = `${'export const word = 1\n'.repeat(200)}`
const unlike = Buffer.from(
  Array.from({ length: 300 }, (_, index) => (index * 197 + index * index * 31) % 256),
)

let files: Map<string, BuiltFile>
let server: ReturnType<typeof createReaderServer>
let port: number

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waraq-compressed-'))
  writeFileSync(join(folder, 'index.html'), `<!doctype html>${'<p>text</p>'.repeat(50)}`)
  writeFileSync(join(folder, 'script.js'), script)
  writeFileSync(join(folder, 'short.js'), '1')
  writeFileSync(join(folder, 'font.woff2'), unlike)
  await compressBuild(folder)
  files = await readBuiltFiles(folder)
  server = createReaderServer(files)
  port = await server.listen(0)
  server.serve({ contentRoot: 'http://127.0.0.1:9/content', relay: 'http://127.0.0.1:9/token' })
})

afterAll(() => server.close())

async function ask(path: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'Accept-Encoding': accepted }
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject),
  )
  const { 'content-encoding': encoding, 'content-length': length, vary } = response.headers
  return { encoding, vary, length: Number(length), body: await buffer(response) }
}

describe('compressed files', () => {
  it('come as Brotli where the browser takes it', async () => {
    const { encoding, vary, length, body } = await ask('/script.js', 'gzip, deflate, br, zstd')
    expect({ encoding, vary, length }).toEqual({
      encoding: 'br',
      vary: 'Accept-Encoding',
      length: body.length,
    })
    expect(brotliDecompressSync(body).toString()).toBe(script)
    expect(body.length).toBeLessThan(script.length / 10)
  })

  it.each(['gzip', 'gzip, br;q=0', 'gzip;q=0.5, br; q=0.000'])('come as gzip for "%s"', async (accepted) => {
    const { encoding, body } = await ask('/script.js', accepted)
    expect(encoding).toBe('gzip')
    expect(gunzipSync(body).toString()).toBe(script)
  })

  it.each([undefined, 'identity', 'deflate', 'br;q=0, gzip;q=0'])(
    'come as they are for "%s", and tell caches that they vary',
    async (accepted) => {
      const { encoding, vary, body } = await ask('/script.js', accepted)
      expect({ encoding, vary }).toEqual({ encoding: undefined, vary: 'Accept-Encoding' })
      expect(body.toString()).toBe(script)
    },
  )

  it('are no files of their own', async () => {
    expect([...files.keys()].sort()).toEqual(['/', '/font.woff2', '/index.html', '/script.js', '/short.js'])
    expect((await ask('/script.js.br', 'br')).body.toString()).toBe('There is nothing here.')
  })

  it('are not made of what would grow by it', async () => {
    expect(await ask('/font.woff2', 'br, gzip')).toMatchObject({ encoding: undefined, body: unlike })
    expect(await ask('/short.js', 'br, gzip')).toMatchObject({ encoding: undefined, vary: undefined })
  })

  it('give way to another body', async () => {
    files.set('/script.js', withBody(files.get('/script.js')!, 'other'))
    const { encoding, body } = await ask('/script.js', 'br')
    expect({ encoding, text: body.toString() }).toEqual({ encoding: undefined, text: 'other' })
  })
})
