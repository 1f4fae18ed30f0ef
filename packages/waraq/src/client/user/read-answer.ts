import { isJsonObject } from '@waraq/protocol'
import { readText } from '../body.ts'
import { invalidResponseError, notJsonError } from '../failures.ts'
import { isJsonType, parseJson } from '../json-body.ts'
import type { Answer } from '../exchange/request.ts'
import type { Operation, Schema, SchemaIssue } from './operation.ts'

/** An answer that was not of its documented form, and was given to the caller as it came. */
export interface UnexpectedAnswer {
  /** Such as `collections.list`. */
  readonly operation: string
  readonly status: number
  /** The fields that differ, such as `data.0.name: invalid_type`; at most five. */
  readonly issues: readonly string[]
}

/** Fields that hold what an answer is for. */
const frame: readonly PropertyKey[] = ['data', 'comments', 'replies', 'post', 'pagination']

/** An issue as text, such as `data.0.name: invalid_type`. */
const describeIssue = ({ path = [], code }: SchemaIssue) => `${path.map(String).join('.') || 'body'}: ${code}`

/** Whether the operation changes something. Some that are asked for by GET do. */
export function writes({ method, repeat }: Operation): boolean {
  return method !== 'GET' || repeat === 'unsafe'
}

/**
 * The value of an answer, read leniently: defaults are filled in; a field that is not of the documented form stays as it
 * came, and `onUnexpected` is told of it. An answer of no use at all, such as a text in place of a list, is refused, unless
 * the operation has changed something.
 * @throws {WaraqError} `not_json`, `truncated_body` or `invalid_response`
 */
export async function readAnswer(
  name: string,
  operation: Operation,
  { body, status, contentType }: Answer,
  onUnexpected: (answer: UnexpectedAnswer) => void,
): Promise<unknown> {
  const { answer: schema } = operation
  if (schema === 'file') {
    const parts: BlobPart[] = []
    for await (const chunk of body.chunks) parts.push(chunk.slice())
    return new Blob(parts, { type: contentType ?? '' })
  }
  if (writes(operation) && status === 204) {
    if (schema !== 'json') onUnexpected({ operation: name, status, issues: ['body: missing'] })
    return {}
  }
  if (!isJsonType(contentType)) throw notJsonError(name, status, contentType)
  const received = parseJson(await readText(body, name), name, status, contentType)
  if (schema === 'json') return received
  const { value, issues } = readLeniently(schema, received)
  if (issues.length === 0) return value
  const told = issues.slice(0, 5).map(describeIssue)
  if (!writes(operation) && isUseless(received, issues)) throw invalidResponseError(name, status, told)
  onUnexpected({ operation: name, status, issues: told })
  return value
}

/** Parses a value that may not fit the schema: fields that fit get their defaults, the others stay as they came. */
function readLeniently(schema: Schema, received: unknown) {
  const payload = schema._zod.run({ value: received, issues: [] }, { async: false })
  return payload instanceof Promise ? { value: received, issues: [] } : payload
}

/** Whether the answer itself, or a field of `frame`, is of another kind altogether. */
function isUseless(received: unknown, issues: readonly SchemaIssue[]): boolean {
  return issues.some(({ path = [] }) => {
    const [field] = path
    if (field === undefined) return true
    const there = isJsonObject(received) && received[String(field)] !== undefined
    return path.length === 1 && there && frame.includes(field)
  })
}
