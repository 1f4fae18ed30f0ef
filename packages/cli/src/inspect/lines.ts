import { resourceKey } from '@waraq/protocol'
import { rulesInWords } from '../service/key-rules.ts'
import type { InspectEvent } from './inspect.ts'

const kinds = {
  missing: 'only in the snapshot',
  extra: 'only by the feed',
  other: 'other in',
} as const

/** An event as a line for a person. */
export function lineOf(told: InspectEvent): string {
  switch (told.event) {
    case 'change': {
      const { sequence, type, record_type, record_key, changed_at } = told.change
      const resource = resourceKey({ group: told.change.resource_group, id: told.change.resource_id })
      const row = record_type ? ` ${record_type} ${record_key ?? ''}` : ''
      return `${sequence} ${changed_at} ${type} ${resource}${row}`
    }
    case 'round':
      return `-- ${told.round === 0 ? 'bootstrap' : `round ${told.round}`}: ${told.changes} changes up to ${told.bound}`
    case 'difference':
      return `${told.resource} ${told.row}: ${[kinds[told.kind], ...(told.fields ?? [])].join(' ')}`
    case 'compared':
      return `-- ${told.resource}: ${told.rows} rows, ${told.differences} differ`
    case 'not_compared':
      return `-- ${told.resource}: not compared: ${told.why}`
    case 'keys':
      return `-- record_key: ${rulesInWords(told.rules) || 'no row change was told'}`
  }
}
