import { recordKeyOf, recordTypeOf, resourceKey, type JsonObject } from '@waraq/protocol'
import { feedChecks, rowFlawOf } from '../../../doctor/checks/feed.ts'
import { judgeRefusal, refusalChecks } from '../../../doctor/checks/refusals.ts'
import type { FirstSnapshot } from '../../../doctor/probe.ts'
import { differs, untested, ok, type CheckResult } from '../../../doctor/report.ts'
import { firstTwice, syncPath } from '../ask.ts'
import { asRule, checkNamed, written, type Rule } from '../rule.ts'

const records = written.snapshot('records')

/** Makes a rule of snapshots. Its result describes the first snapshot that breaks the rule. */
function ofSnapshots(
  name: string,
  assumes: string,
  from: string,
  wrong: (one: FirstSnapshot) => readonly [observed: string, follows: string] | undefined,
  fits: (one: FirstSnapshot) => boolean = () => true,
): Rule {
  return {
    name,
    assumes,
    from,
    run: async (probe): Promise<CheckResult> => {
      const snapshots = (await probe.snapshots()).filter(fits)
      if (snapshots.length === 0) return untested('No resource has such a snapshot.')
      for (const one of snapshots) {
        const [observed, follows] = wrong(one) ?? []
        if (observed !== undefined) return differs(`${resourceKey(one.ref)}: ${observed}`, follows!)
      }
      const rows = snapshots.reduce((sum, { snapshot }) => sum + snapshot.records.length, 0)
      return ok(
        `${rows} rows of ${snapshots.length === 1 ? resourceKey(snapshots[0]!.ref) : `${snapshots.length} resources`}.`,
      )
    },
  }
}

const identity = ofSnapshots(
  'snapshot_resource',
  'A snapshot names the resource that was asked for.',
  written.snapshot('resource_group, resource_id'),
  ({ ref, snapshot: { resource_group: group, resource_id: id } }) =>
    group === ref.group && id === ref.id
      ? undefined
      : [`it names ${group}:${id}.`, 'A client stores rows of one resource as those of another.'],
)

const shapes = ofSnapshots(
  'snapshot_rows',
  'The rows of snapshots have their documented shapes.',
  records,
  ({ ref, snapshot }) => rowFlawOf(ref.group, snapshot.records),
)

const nameOfRow = (group: string, row: JsonObject): string[] => {
  const type = recordTypeOf(group, row)
  const key = type === undefined ? undefined : recordKeyOf(type, row)
  return key === undefined ? [] : [`${type} ${key}`]
}

const keys = ofSnapshots(
  'snapshot_keys',
  'No two rows of a snapshot have the same record type and key.',
  records,
  ({ ref, snapshot }) => {
    const twice = firstTwice(snapshot.records.flatMap((row) => nameOfRow(ref.group, row)))
    return twice === undefined
      ? undefined
      : [`${twice} stands in it twice.`, 'Which of the two a client shows is chance.']
  },
)

const ordered = 'word_by_word_transliterations'

/** Whether a row precedes one of a smaller word, or of a smaller id of the same word. */
function isDisordered(rows: readonly JsonObject[]): boolean {
  const places = rows.map((row) => [Number(row['word_id']), Number(row['id'])] as const)
  return places.some(([word, id], index) => {
    const [wordBefore, idBefore] = places[index - 1] ?? [0, 0]
    return word < wordBefore || (word === wordBefore && id < idBefore)
  })
}

const order = ofSnapshots(
  'snapshot_order',
  'Rows of word_by_word_transliterations are ordered by word_id, then by id.',
  records,
  ({ snapshot }) =>
    isDisordered(snapshot.records)
      ? ['its rows are not in that order.', 'A client that reads them as they come shows words out of order.']
      : undefined,
  ({ ref }) => ref.group === ordered,
)

const unknownGroup: Rule = {
  name: 'snapshot_group',
  assumes: 'The snapshot of a group that does not exist is refused with 422 unknown_resource_group.',
  from: written.snapshot('422'),
  run: async ({ connection: { client, watch } }) =>
    judgeRefusal(
      await watch(() => client.snapshot({ group: 'waraq_no_group', id: 1 }, (download) => download.text())),
      {
        subject: 'A snapshot of an unknown group',
        status: 422,
        code: 'invalid_request',
        codeInBody: 'unknown_resource_group',
        body: 'content-sync',
        follows: 'A client takes the resource for withdrawn, or asks again and again.',
      },
    ),
}

const cache: Rule = {
  name: 'no_store',
  assumes: 'Answers of the feed and snapshots have Cache-Control: no-store.',
  from: 'limits: sync and snapshot responses are never cacheable',
  run: async (probe) => {
    const { client, watch } = probe.connection
    const [one] = await probe.snapshots()
    const { filter } = await probe.everything()
    const path = syncPath({ resources: filter, bootstrap: 'true', per_page: '1' })
    const { exchanges } = await watch(() => client.syncPage(path))
    const answers = [
      ['A page of the feed', exchanges.at(-1)?.headers],
      ['A snapshot', one?.headers],
    ] as const
    for (const [what, headers] of answers) {
      const value = headers?.get('cache-control') ?? null
      if (headers && !value?.toLowerCase().includes('no-store'))
        return differs(
          `${what} has ${value === null ? 'no Cache-Control' : `Cache-Control: ${value.slice(0, 60)}`}.`,
          'A browser or a proxy answers with what was true before: clients go back in time.',
        )
    }
    return ok('A page of the feed and a snapshot have it.')
  },
}

export const snapshotRules: readonly Rule[] = [
  asRule(checkNamed(feedChecks, 'sync_sequence'), written.engine(3)),
  identity,
  shapes,
  keys,
  order,
  cache,
  asRule(checkNamed(refusalChecks, 'missing_snapshot'), written.snapshot('404')),
  unknownGroup,
]
