/** The service's official SDK, with an application's own credentials, against the sandbox. */
import { createServerClient } from '@quranjs/api/server'
import {
  createSandbox,
  sandboxClientId,
  sandboxClientSecret,
  type ListeningSandbox,
  type Sandbox,
} from '@waraq/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let sandbox: Sandbox
let listening: ListeningSandbox
let content: ReturnType<typeof createServerClient>['content']['v4']

beforeAll(async () => {
  sandbox = createSandbox({ content: 'small' })
  listening = await sandbox.listen()
  const services = { oauth2BaseUrl: listening.authUrl, contentBaseUrl: listening.contentRoot }
  const client = { clientId: sandboxClientId, clientSecret: sandboxClientSecret }
  content = createServerClient({ ...client, services }).content.v4
})
afterAll(() => listening.close())

describe('lists', () => {
  it('of chapters', async () => {
    const chapters = await content.chapters.list()
    expect(chapters[0]).toMatchObject({ id: 1, nameSimple: 'Al-Fatihah', versesCount: 7 })
  })

  it.each(['translations', 'tafsirs', 'recitations', 'chapterReciters'] as const)('of %s', async (list) => {
    const [first] = await content.resources[list].list()
    expect(first).toMatchObject({ id: expect.any(Number) as number })
  })
})

describe('the feed', () => {
  const resources = 'tafsirs:169;translations:20'

  it('begins with all resources, and goes on from its token with what changed', async () => {
    const { sync: first } = await content.resources.sync({ bootstrap: true, resources })
    expect(first).toMatchObject({ hasMore: false, nextPageUrl: null })
    expect(
      first.mutations.map(({ type, resourceGroup, resourceId }) => [type, resourceGroup, resourceId]),
    ).toEqual([
      ['RESOURCE_CREATE', 'tafsirs', 169],
      ['RESOURCE_CREATE', 'translations', 20],
    ])
    const [row] = sandbox.snapshotRows('translations:20')!
    sandbox.publish([{ resource: 'translations:20', update: { key: Number(row!['id']), text: 'Mended.' } }])
    const { sync: next } = await content.resources.sync({ syncToken: first.nextSyncToken!, resources })
    expect(next.mutations).toMatchObject([
      { type: 'ROW_UPDATE', resourceGroup: 'translations', resourceId: 20, data: { text: 'Mended.' } },
    ])
    const { sync: last } = await content.resources.sync({ syncToken: next.nextSyncToken!, resources })
    expect(last.mutations).toEqual([])
  })

  it('is read page by page', async () => {
    const keys: unknown[] = []
    let cursor: string | undefined
    do {
      const start = cursor === undefined ? { bootstrap: true } : { cursor }
      const { sync } = await content.resources.sync({
        ...start,
        resources: 'articles:*;translations:*',
        perPage: 1,
      })
      keys.push(...sync.mutations.map(({ resourceGroup, resourceId }) => `${resourceGroup}:${resourceId}`))
      cursor =
        sync.nextPageUrl === null
          ? undefined
          : new URL(sync.nextPageUrl, listening.url).searchParams.get('cursor')!
      expect(sync.hasMore).toBe(cursor !== undefined)
    } while (cursor !== undefined)
    const there = sandbox.resources.map(({ group, id }) => `${group}:${id}`)
    expect(keys).toEqual(there.filter((key) => /^(articles|translations):/.test(key)))
  })

  it('is refused without a token that the service knows', async () => {
    const asked = content.resources.sync({ syncToken: 'unknown', resources })
    await expect(asked).rejects.toMatchObject({ status: 410 })
  })
})

describe('a snapshot', () => {
  const all = createSandbox({ content: 'small' }).resources.map(({ group, id }) => [group, id] as const)
  type Group = Parameters<typeof content.resources.findSnapshot>[0]

  it.each(all)('of %s:%i has the rows that there are', async (group, id) => {
    const snapshot = await content.resources.findSnapshot(group as Group, id)
    expect(snapshot).toMatchObject({ resourceGroup: group, resourceId: id, syncSequence: sandbox.sequence })
    expect(snapshot.records).toHaveLength(sandbox.snapshotRows({ group, id })!.length)
  })

  it('of what is not there is refused', async () => {
    await expect(content.resources.findSnapshot('translations', 9_999)).rejects.toMatchObject({ status: 404 })
  })
})
