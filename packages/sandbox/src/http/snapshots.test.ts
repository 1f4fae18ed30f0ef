import { CatalogueItem, ChaptersResponse, isKnownRecordType, recordTypeOf, rowSchemas } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { clientOf, failure, refusal, smallSandbox } from '../service-client.test-support.ts'

describe('snapshots', () => {
  it('have rows that the contract accepts, for every resource', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const unknown = new Set<string>()
    for (const { group, id } of sandbox.resources) {
      const snapshot = await client.snapshot(`/api/v4/resources/snapshots/${group}/${id}`)
      expect(snapshot).toMatchObject({ resource_group: group, resource_id: id, schema_version: 1 })
      expect(snapshot.resource_content_id === null).toBe(group === 'articles')
      expect(snapshot.sync_sequence).toBe(sandbox.sequence)
      expect(snapshot.records).toEqual(sandbox.snapshotRows({ group, id }))
      for (const row of snapshot.records) {
        const type = recordTypeOf(group, row)!
        if (!isKnownRecordType(type)) unknown.add(type)
        else expect(rowSchemas[type].safeParse(row).error, `${group} ${JSON.stringify(row)}`).toBeUndefined()
      }
    }
    // Newer than the contract, which lets it pass.
    expect([...unknown]).toEqual(['audio_segment'])
  })

  it('state their length and are never cached', async () => {
    const client = await clientOf(smallSandbox())
    const response = await client.get('/api/v4/resources/snapshots/mushafs/1')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = await response.arrayBuffer()
    expect(response.headers.get('content-length')).toBe(String(body.byteLength))
  })

  it('follow what is published, in the order of the group', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const path = '/api/v4/resources/snapshots/word_by_word_transliterations/60'
    const before = await client.snapshot(path)
    const word = before.records[3]!
    const resource = 'word_by_word_transliterations:60'
    sandbox.publish([
      { resource, create: { ...word, id: 60_900_000, text: 'second' } },
      { resource, update: { key: 60_000_001, text: 'first' } },
      { resource, remove: 60_000_002 },
    ])
    const after = await client.snapshot(path)
    expect(after.sync_sequence).toBe(before.sync_sequence + 3)
    expect(after.records.slice(0, 4).map((row) => row['text'])).toEqual([
      'first',
      before.records[2]!['text'],
      word['text'],
      'second',
    ])
    expect(after.records).toEqual(sandbox.snapshotRows(resource))
    expect(sandbox.snapshotRows(resource, before.sync_sequence)).toEqual(before.records)
  })

  it('have words without a place behind all others', async () => {
    const sandbox = smallSandbox()
    const [recordType, resource] = ['mushaf_word', 'mushafs:1']
    const words = () => sandbox.snapshotRows(resource)!.filter((row) => row['record_type'] === recordType)
    const first = words()[0]!
    sandbox.publish([
      { resource, recordType, update: { key: Number(first['id']), page_number: null, text: null } },
    ])
    const { records } = await (await clientOf(sandbox)).snapshot('/api/v4/resources/snapshots/mushafs/1')
    expect(records.at(-1)).toEqual({ ...first, page_number: null, text: null })
  })

  it('change in bulk with an invalidation, which tells no rows', async () => {
    const sandbox = smallSandbox()
    const reported = sandbox.invalidate('translations:20', [
      { resource: 'translations:20', update: { key: 200_001, text: 'bulk' } },
    ])
    expect(reported.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['RESOURCE_INVALIDATE', sandbox.sequence],
    ])
    expect(sandbox.snapshotRows('translations:20')?.[0]).toMatchObject({ text: 'bulk' })
    expect(sandbox.snapshotRows('translations:20', sandbox.sequence - 1)?.[0]).not.toMatchObject({
      text: 'bulk',
    })
  })

  it('are refused where there are none', async () => {
    const client = await clientOf(smallSandbox())
    const at = (path: string) => client.get(`/api/v4/resources/snapshots/${path}`)
    expect(await refusal(await at('translations/9999'))).toBe('404 snapshot_not_found')
    expect(await refusal(await at('nobody/1'))).toBe('422 unknown_resource_group')
    expect(await failure(await at('translations/0'))).toBe('400 invalid_request')
    expect(await failure(await at('translations/x'))).toBe('400 invalid_request')
  })

  it('are compressed where asked for and allowed', async () => {
    const client = await clientOf(smallSandbox({ gzip: true }))
    const path = '/api/v4/resources/snapshots/translations/20'
    const packed = await client.get(path, { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const text = await new Response(packed.body!.pipeThrough(new DecompressionStream('gzip'))).text()
    expect(text).toBe(await (await client.get(path, { 'accept-encoding': 'identity' })).text())
  })

  it('tell rows apart by record type where keys meet', () => {
    const sandbox = smallSandbox()
    const page = { resource: 'mushafs:1', update: { key: 1, name: 'x' } }
    expect(() => sandbox.publish([page])).toThrow('Name the recordType')
    const [reported] = sandbox.publish([{ ...page, recordType: 'mushaf' }])
    expect(reported).toMatchObject({ record_type: 'mushaf', data: { id: 1, name: 'x', pages_count: 604 } })
    expect(() => sandbox.publish([{ resource: 'mushafs:1', remove: 99_999 }])).toThrow('no row 99999')
    expect(() => sandbox.publish([{ resource: 'mushafs:2', remove: 1 }])).toThrow('no mushafs:2')
  })

  it('can tell a chapter file under the older group too, or under a key that is not its own', () => {
    const sandbox = smallSandbox({ legacyRecitationChanges: true })
    const resource = 'chapter_recitations:7'
    const reported = sandbox.publish([{ resource, update: { key: 7_001, audio_url: 'x' } }])
    expect(reported.map(({ resource_group: group, record_key: key }) => `${group} ${key}`)).toEqual([
      'chapter_recitations 7001',
      'recitations 7001',
    ])
    const segment = sandbox.publish([{ resource, recordType: 'audio_segment', remove: 70_001 }])
    expect(segment).toMatchObject([{ resource_group: 'chapter_recitations', record_type: 'audio_segment' }])
    expect(sandbox.snapshotRows('recitations:7')?.at(-6)).toMatchObject({ id: 7_001, audio_url: 'x' })
    const [odd] = sandbox.publish([
      {
        resource: 'articles:1',
        type: 'ROW_UPDATE',
        recordKey: '1:38',
        data: { title: 'New' },
        announce: { recordKey: '77' },
      },
    ])
    expect(odd).toMatchObject({ record_key: '77', data: { article_id: 1, lang: 'en', title: 'New' } })
  })
})

describe('catalogue', () => {
  it('names what is public', async () => {
    const sandbox = smallSandbox()
    sandbox.hide('translations:33')
    const client = await clientOf(sandbox)
    for (const [kind, key, count] of [
      ['translations', 'translations', 10],
      ['tafsirs', 'tafsirs', 2],
      ['recitations', 'recitations', 2],
      ['chapter_reciters', 'reciters', 2],
    ] as const) {
      const body = (await (await client.get(`/api/v4/resources/${kind}?language=en`)).json()) as Record<
        string,
        unknown[]
      >
      expect(body[key]).toHaveLength(count)
      for (const item of body[key]!) expect(CatalogueItem.safeParse(item).error).toBeUndefined()
    }
  })

  it('names chapters in the language asked for', async () => {
    const client = await clientOf(smallSandbox())
    const body = ChaptersResponse.parse(await (await client.get('/api/v4/chapters?language=fr')).json())
    expect(body.chapters.map((chapter) => chapter.id)).toEqual([1, 104, 105, 112, 113, 114])
    expect(body.chapters[0]).toMatchObject({
      bismillah_pre: false,
      verses_count: 7,
      pages: [1, 1],
      translated_name: { name: "L'ouverture", language_name: 'french' },
    })
  })
})
