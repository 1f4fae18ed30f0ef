/** Bodies as the service sends them on a good day; every hostile body begins as one of these. */

export interface ValidBody {
  readonly kind: 'page' | 'snapshot'
  readonly name: string
  readonly value: unknown
}

const changedAt = '2026-08-01T10:11:12Z'

const translation = (id: number, extra: Record<string, unknown> = {}) => ({
  id,
  resource_id: 20,
  resource_content_id: 20,
  verse_key: `2:${id}`,
  text: `A verse<sup foot_note=${id}>1</sup> of \ufdfa \ud83d\udcd6 text`,
  ...extra,
})

const change = (sequence: number, type: string, extra: Record<string, unknown> = {}) => ({
  sequence,
  type,
  resource_group: 'translations',
  resource_id: 20,
  resource_content_id: 20,
  record_type: null,
  record_key: null,
  source_record_id: null,
  changed_at: changedAt,
  data: null,
  snapshot_url: null,
  unavailable_reason: null,
  ...extra,
})

const rowChange = (sequence: number, type: string, id: number) =>
  change(sequence, type, {
    record_type: 'translation',
    record_key: String(id),
    source_record_id: id,
    data: type === 'ROW_DELETE' ? null : translation(id, { added_since: { deep: [1, { a: null }] } }),
  })

const page = (mutations: readonly unknown[], more = false) => ({
  sync: {
    sync_until_sequence: 1010,
    has_more: more,
    next_page_url: more ? '/api/v4/resources/sync?cursor=abc%2Bdef' : null,
    next_sync_token: more ? null : 'checkpoint-1010',
    mutations,
    added_since: true,
  },
})

const snapshotUrl = (group: string, id: number) => `/api/v4/resources/snapshots/${group}/${id}`

const snapshot = (group: string, records: readonly unknown[], contentId: number | null = 20) => ({
  resource_group: group,
  resource_id: 20,
  resource_content_id: contentId,
  schema_version: 1,
  sync_sequence: 1010,
  records,
  added_since: { kept: 'as it is' },
})

const mushaf = [
  { id: 20, record_type: 'mushaf', name: 'A mushaf', pages_count: 604, qirat: { id: 1, name: 'Hafs' } },
  { id: 2, record_type: 'mushaf_page', mushaf_id: 20, page_number: 2, verse_mapping: { 2: '1-5' } },
  { id: 30, record_type: 'mushaf_word', page_number: 2, line_number: 3, position_in_page: 1, text: '\ufc41' },
  { id: 1, record_type: 'font_asset', name: 'v2' },
  { id: 9, record_type: 'audio_segment', from: 1.25 },
]

export const validBodies: readonly ValidBody[] = [
  { kind: 'page', name: 'nothing changed', value: page([]) },
  {
    kind: 'page',
    name: 'bootstrap',
    value: page(
      [
        change(1001, 'RESOURCE_CREATE', { snapshot_url: snapshotUrl('translations', 20) }),
        change(1002, 'RESOURCE_CREATE', {
          resource_group: 'articles',
          resource_id: 3,
          resource_content_id: null,
          snapshot_url: snapshotUrl('articles', 3),
        }),
      ],
      true,
    ),
  },
  {
    kind: 'page',
    name: 'rows',
    value: page([
      rowChange(1003, 'ROW_CREATE', 7),
      rowChange(1004, 'ROW_UPDATE', 8),
      rowChange(1005, 'ROW_DELETE', 9),
    ]),
  },
  {
    kind: 'page',
    name: 'resources',
    value: page([
      change(1006, 'RESOURCE_INVALIDATE', { snapshot_url: snapshotUrl('translations', 20) }),
      change(1007, 'RESOURCE_UPDATE'),
      change(1008, 'RESOURCE_DELETE', { unavailable_reason: 'unpublished' }),
      change(1009, 'RESOURCE_MERGE', { resource_group: 'layers' }),
    ]),
  },
  {
    kind: 'snapshot',
    name: 'translation',
    value: snapshot('translations', [
      translation(1, { foot_notes: [{ id: 1, text: 'A note.' }] }),
      translation(2),
      translation(3),
    ]),
  },
  { kind: 'snapshot', name: 'mushaf', value: snapshot('mushafs', mushaf) },
  {
    kind: 'snapshot',
    name: 'article',
    value: snapshot(
      'articles',
      [{ article_id: 20, language_id: 38, lang: 'en', title: 'T', text: '<p>' }],
      null,
    ),
  },
  { kind: 'snapshot', name: 'a group of later days', value: snapshot('layers', [{ a: 1 }, { id: 'x' }]) },
]
