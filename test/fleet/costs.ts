import { gzipSync } from 'node:zlib'
import { createSandbox } from '@waraq/sandbox'
import { refreshLimits } from '../../packages/waraq/src/sync/run/plan/refreshes.ts'
import type { Publication } from './fleet.ts'

/** What one device asks for when something was published, by the sandbox's answers. */
export interface Cost {
  readonly what: string
  readonly requests: number
  /** Bytes of the bodies, compressed as servers compress them. */
  readonly bytes: number
  /** For the fleet to which it is published; missing where nothing is. */
  readonly published?: Omit<Publication, 'at'>
}

type Sandbox = ReturnType<typeof createSandbox>

const root = 'https://service.example/content/api/v4/resources/sync?resources='

async function ask(
  sandbox: Sandbox,
  url: string,
): Promise<{ readonly body: string; readonly token: string }> {
  const { token, clientId } = await sandbox.accessToken()
  const headers = { 'x-auth-token': token, 'x-client-id': clientId }
  const answer = await sandbox.fetch(new Request(url, { headers }))
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${body.slice(0, 200)}`)
  return {
    body,
    token: (JSON.parse(body) as { sync?: { next_sync_token?: string } }).sync?.next_sync_token ?? '',
  }
}

const sizeOf = (body: string) => gzipSync(body, { level: 6 }).byteLength

/** Asks what a device with these texts would, after each kind of change. */
export async function costsOf(): Promise<readonly Cost[]> {
  const sandbox = createSandbox({
    content: { resources: 'translations:20;mushafs:1' },
    now: () => Date.UTC(2026, 7, 1, 12),
  })
  const texts = 'translations%3A20%3Bmushafs%3A1'
  let { token } = await ask(sandbox, `${root}${texts}&bootstrap=true`)
  const since = async (change?: Parameters<Sandbox['publish']>[0]) => {
    if (change) sandbox.publish(change)
    const answer = await ask(sandbox, `${root}${texts}&sync_token=${token}`)
    token = answer.token
    return sizeOf(answer.body)
  }
  const nothing = await since()
  const verse = await since([{ resource: 'translations:20', update: { key: 200_001, text: 'Edited.' } }])
  const edition = async (what: string, path: string): Promise<Cost> => {
    const { body } = await ask(sandbox, `https://service.example/content/api/v4/resources/snapshots/${path}`)
    const published = {
      reportedBytes: nothing,
      snapshotBytes: sizeOf(body),
      storedBytes: Buffer.byteLength(body) / refreshLimits.bytesPerStored,
    }
    return { what, requests: 2, bytes: nothing + published.snapshotBytes, published }
  }
  return [
    { what: 'nothing new', requests: 1, bytes: nothing },
    {
      what: 'one corrected verse',
      requests: 1,
      bytes: verse,
      published: { reportedBytes: verse, snapshotBytes: 0, storedBytes: 0 },
    },
    await edition('a new edition of a translation', 'translations/20'),
    await edition('a new edition of a mushaf', 'mushafs/1'),
  ]
}
