import { describe, expect, it, onTestFinished } from 'vitest'
import type { Sandbox } from './index.ts'
import { clientOf, smallSandbox } from './service-client.test-support.ts'

async function listening() {
  const sandbox = smallSandbox()
  const { headers } = await clientOf(sandbox)
  const server = await sandbox.listen()
  onTestFinished(() => server.close())
  const get = (path: string) => fetch(server.contentRoot + path, { headers })
  return { sandbox, server, get }
}

const snapshotPath = '/api/v4/resources/snapshots/mushafs/1'

describe('listen', () => {
  it('serves on loopback, the same as fetch', async () => {
    const { sandbox, server, get } = await listening()
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect([server.contentRoot, server.authUrl]).toEqual([`${server.url}/content`, server.url])
    const response = await get(snapshotPath)
    const body = (await response.json()) as { records: unknown[] }
    expect(body.records).toEqual(sandbox.snapshotRows('mushafs:1'))
    expect((await fetch(`${server.url}/admin/state`)).status).toBe(200)
  })

  it('has recordings where rows say, whole, in part, and by their headers alone', async () => {
    const { sandbox, server } = await listening()
    expect(server.recordingsBase).toBe(`${server.url}/recordings/`)
    const addresses = ['recitations:1', 'recitations:7', 'chapter_recitations:7'].map((key) => {
      const [row] = sandbox.snapshotRows(key)!
      return String(row!['url'] ?? row!['audio_url'])
    })
    const { host } = new URL(server.url)
    expect(addresses).toEqual([
      `//${host}/recordings/sandbox/1/001001.mp3`,
      'sandbox/7/001001.mp3',
      `${server.url}/recordings/sandbox/7/001.mp3`,
    ])
    for (const address of addresses) {
      const url = new URL(address, server.recordingsBase)
      const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
      const head = await fetch(url, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
      expect(await head.text()).toBe('')
      const part = await fetch(url, { headers: { range: 'bytes=100-' } })
      expect([part.status, part.headers.get('content-length')]).toEqual([206, String(whole.length - 100)])
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100))).toBe(true)
    }
  })

  it('is where rows say from the first time on, or where the options say', async () => {
    const rowOf = (sandbox: Sandbox) => sandbox.snapshotRows('chapter_recitations:1')![0]!['audio_url']
    const { sandbox, server } = await listening()
    const other = await sandbox.listen()
    expect(rowOf(sandbox)).toMatch(server.url)
    await other.close()
    const named = smallSandbox({ audioOrigin: 'http://audio.example/' })
    await (await named.listen()).close()
    expect(rowOf(named)).toBe('http://audio.example/recordings/sandbox/1/001.mp3')
    expect(rowOf(smallSandbox())).toMatch(/^http:\/\/audio\.example\.invalid\//)
    expect(() => smallSandbox({ audioOrigin: 'audio.example' })).toThrow(/audioOrigin/)
  })

  it('breaks the connection where a fault says so', async () => {
    const { sandbox, get } = await listening()
    sandbox.fault({ effect: { networkError: true } })
    await expect(get('/api/v4/chapters')).rejects.toBeInstanceOf(TypeError)
    sandbox.fault({ effect: { cutBody: { afterBytes: 1_000 } } })
    const broken = await get(snapshotPath)
    expect(broken.status).toBe(200)
    let received = 0
    const reading = async () => {
      for await (const chunk of broken.body!) received += chunk.length
    }
    await expect(reading()).rejects.toBeInstanceOf(TypeError)
    expect(received).toBe(1_000)
    sandbox.fault({ effect: { cutBody: { afterBytes: 1_000, ending: 'clean' } } })
    expect(await (await get(snapshotPath)).text()).toMatch(/^\{"resource_group":"mushafs"/)
  })

  it('is gone once closed, hung requests included', async () => {
    const { sandbox, server, get } = await listening()
    sandbox.fault({ effect: { hang: true } })
    const hung = get('/api/v4/chapters')
    hung.catch(() => {})
    while (sandbox.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await server.close()
    await expect(hung).rejects.toBeInstanceOf(TypeError)
    await expect(get('/api/v4/chapters')).rejects.toBeInstanceOf(TypeError)
    const again = await sandbox.listen(Number(new URL(server.url).port))
    expect(again.url).toBe(server.url)
    await again.close()
  })
})
