import { isWaraqError } from '@waraq/protocol'
import type { SyncMutation } from '@waraq/protocol/user'
import { differs, untested, ok, type CheckResult } from '../../doctor/report.ts'
import { userChecks, type UserCheck } from '../../doctor/user/user-checks.ts'
import type { UserProbe } from '../../doctor/user/user-probe.ts'
import { checkNamed, written } from '../service/rule.ts'

/** The results of creating a collection and deleting it again. */
interface Rehearsal {
  /** Its id, from the response to the push that created it. */
  readonly id: string | undefined
  /** Rows of the following pull, and whether its time has advanced. */
  readonly reported: readonly SyncMutation[]
  readonly hasMoved: boolean
  /** Result of a push that is based on the earlier time. */
  readonly stale: string
  /** Rows of the pull after the deletion. */
  readonly reportedLater: readonly SyncMutation[]
}

const name = 'waraq conform'

async function rehearse(probe: UserProbe): Promise<Rehearsal> {
  const { lastMutationAt: before } = await probe.since(0)
  const create = { type: 'CREATE', resource: 'COLLECTION', data: { name } } as const
  const id = (await probe.push([create], before)).mutations[0]?.resourceId
  const first = await probe.since(before)
  const stale = await probe
    .push([{ ...create, data: { name: `${name}, too late` } }], before)
    .then(({ mutations }) => mutations[0]?.resourceId ?? 'taken')
    .catch((error: unknown) => {
      if (isWaraqError(error)) return error.code
      throw error
    })
  const made = [id, ...(stale === 'out_of_sync' ? [] : [stale])].filter((each) => each !== undefined)
  for (const resourceId of made) {
    const { lastMutationAt } = await probe.since(0)
    await probe.push([{ type: 'DELETE', resource: 'COLLECTION', resourceId }], lastMutationAt)
  }
  const later = await probe.since(first.lastMutationAt)
  return {
    id,
    reported: first.mutations ?? [],
    hasMoved: first.lastMutationAt > before,
    stale,
    reportedLater: later.mutations ?? [],
  }
}

/** One rehearsal for each account, started by the first rule that needs it. */
const rehearsals = new WeakMap<UserProbe, Promise<Rehearsal>>()

function ofRehearsal(
  ruleName: string,
  assumes: string,
  from: string,
  judge: (rehearsal: Rehearsal) => CheckResult,
): UserCheck {
  return {
    name: ruleName,
    assumes,
    from,
    run: async (probe) => {
      const known = rehearsals.get(probe) ?? rehearse(probe)
      rehearsals.set(probe, known)
      return judge(await known)
    },
  }
}

const applied = ofRehearsal(
  'push_told',
  'A push answers with the ids of what it made, and the next pull tells it.',
  written.userFeed('POST'),
  ({ id, reported, hasMoved }) => {
    if (id === undefined)
      return differs('The answer does not name what was made.', 'A client cannot change it until it pulls.')
    const row = reported.find(({ resourceId }) => resourceId === id)
    if (!row) return differs('The next pull does not tell it.', 'Other devices never show it.')
    if (row.data?.['name'] !== name)
      return differs('The next pull tells it with other data.', 'Other devices show something else.')
    if (!hasMoved) return differs('lastMutationAt stayed as it was.', 'No device asks for it.')
    return ok('A collection was made, and told.')
  },
)

const stale = ofRehearsal(
  'push_stale',
  'A push on top of an earlier time than the newest is refused with 409 OutOfSyncError.',
  written.userFeed('409'),
  ({ stale: outcome }) =>
    outcome === 'out_of_sync'
      ? ok('It was refused.')
      : differs(
          `It came to ${/^[a-z_]+$/.test(outcome) ? outcome : 'another collection'}.`,
          'Of two devices that change the same thing one overwrites the other without having seen it.',
        ),
)

const deleted = ofRehearsal(
  'push_deleted',
  'What is deleted is told as DELETE with its id.',
  written.userFeed('DELETE'),
  ({ id, reportedLater }) => {
    const row = reportedLater.find(({ resourceId }) => resourceId === id)
    if (row?.type === 'DELETE') return ok('The deletion was told.')
    return differs(
      row ? `It is told as ${row.type}.` : 'The next pull does not tell it.',
      'Other devices keep showing what was deleted.',
    )
  },
)

const notWritten = untested(
  'Nothing is written to this account.',
  'For an account that is there for tests: --may-write.',
)

const reading: readonly UserCheck[] = (
  [
    ['operations', 'the documented lists'],
    ['transport', written.userFeed('scope sync')],
    ['feed_head', written.userFeed('metadataOnly')],
    ['feed_rows', written.userFeed('mutations')],
    ['feed_states', written.userFeed('mutations')],
    ['feed_pages', written.userFeed('page, limit')],
    ['feed_cursor', written.userFeed('mutationsSince')],
    ['feed_agreement', written.userFeed('GET')],
  ] as const
).map(([check, from]) => ({ ...checkNamed(userChecks, check), from }))

const writing: readonly UserCheck[] = [applied, stale, deleted]

/** Rules of the feed of user data. Rules that write are `untested` unless the account may be changed. */
export const userRules = (mayWrite: boolean): readonly UserCheck[] => [
  ...reading,
  ...writing.map((rule) => (mayWrite ? rule : { ...rule, run: async () => notWritten })),
]
