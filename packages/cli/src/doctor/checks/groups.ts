import type { GroupAnswer } from '../probe.ts'
import { differs, ok } from '../report.ts'
import type { Check } from './check.ts'

const names = (answers: readonly GroupAnswer[]) => answers.map(({ group }) => group).join(', ')

const groups: Check = {
  name: 'groups',
  assumes: 'Each group of the documents may be synced.',
  takesToken: true,
  look: async (probe) => {
    const answers = await probe.groups()
    const refused = answers.filter(({ refusal }) => refusal)
    const empty = answers.filter(({ first, refusal }) => !first && !refusal)
    const ready = answers.filter(({ first }) => first)
    const parts = [
      `${ready.length} of ${answers.length} groups may be synced and have resources`,
      ...(empty.length > 0 ? [`without any resource: ${names(empty)}`] : []),
      ...refused.map(
        ({ group, refusal }) => `${group} is refused (${refusal!.status ?? 'no status'} ${refusal!.code})`,
      ),
    ]
    const seen = `${parts.join('; ')}.`
    if (refused.length + empty.length === 0) return ok(seen)
    return differs(
      seen,
      'A filter with a refused group fails as a whole; an empty group is reported in emptyGroups. Leave them out.',
    )
  },
}

export const groupChecks: readonly Check[] = [groups]
