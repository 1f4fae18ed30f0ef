import { isJsonObject, WaraqError } from '@waraq/protocol'
import { isTooDeep } from './json.ts'

/** The fields that the SDK reads from each answer without a check. An answer without them would throw inside the SDK. */
const forms = {
  configuration: { collections: 'list', limits: 'object' },
  page: { hasMore: 'flag', items: 'documents' },
  changes: { changes: 'documents', hasMore: 'flag', nextSyncToken: 'text' },
  document: { collection: 'text', key: 'text', version: 'number', value: 'shallow' },
} as const
export type AnswerForm = keyof typeof forms

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  list: Array.isArray,
  object: isJsonObject,
  flag: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  shallow: (value) => !isTooDeep(value),
  documents: (value) => Array.isArray(value) && value.every(isDocument),
}

function isDocument(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    ['collection', 'key', 'etag'].every((field) => typeof value[field] === 'string') &&
    typeof value['version'] === 'number' &&
    !isTooDeep(value['value'])
  )
}

/**
 * Returns the answer if it has the fields that the SDK needs.
 * @throws {WaraqError} `invalid_response`
 */
export function checkedAnswer<T>(operation: string, form: AnswerForm, answer: unknown): T {
  const data = isJsonObject(answer) ? answer['data'] : undefined
  const wrong = Object.entries(forms[form]).filter(
    ([field, kind]) => !isJsonObject(data) || !checks[kind]!(data[field]),
  )
  if (wrong.length === 0) return answer as T
  const fields = wrong.map(([field]) => field)
  throw new WaraqError({
    code: 'invalid_response',
    message: `The service answered ${operation} in an unexpected form: ${fields.join(', ')}. Nothing was changed. Try again later.`,
    retryable: true,
    details: { operation, fields },
  })
}
