import { isJsonObject } from '@waraq/protocol'
import { readText } from '../body.ts'
import { invalidResponseError, notJsonError } from '../failures.ts'
import { isJsonType, parseJson } from '../json-body.ts'
import type { Answer } from '../exchange/request.ts'
import type { Operation, Schema, SchemaIssue } from './operation.ts'

/** An answer that did not have its documented form and was returned to the caller as received. */
export interface UnexpectedAnswer {
  /** Example: `collections.list`. */
  readonly operation: string
  readonly status: number
  /** The fields that differ, such as `data.0.name: invalid_type`; at most five. */
  readonly issues: readonly string[]
}

/** Fields that hold the essential part of an answer. */
const frame: readonly PropertyKey[] = ['data', 'comments', 'replies', 'post', 'pagination']

/** An issue as text, such as `data.0.name: invalid_type`. */
const describeIssue = ({ path = [], code }: SchemaIssue) => `${path.map(String).join('.') || 'body'}: ${code}`

/** Whether the operation changes data. Some GET operations do. */
export function writes({ method, repeat }: Operation): boolean {
  return method !== 'GET' || repeat === 'unsafe'
}

/**
 * Reads an answer leniently and returns its value. Defaults are filled in. A field without its documented form stays as
 * received and is reported to `onUnexpected`. An answer of no use, such as text instead of a list, is rejected, unless the
 * operation changed data.
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
  const reported = issues.slice(0, 5).map(describeIssue)
  if (!writes(operation) && isUseless(received, issues)) throw invalidResponseError(name, status, reported)
  onUnexpected({ operation: name, status, issues: reported })
  return value
}

/** Parses a value that may not fit the schema: fields that fit get their defaults, the others stay as received. */
function readLeniently(schema: Schema, received: unknown) {
  const payload = schema._zod.run({ value: received, issues: [] }, { async: false })
  return payload instanceof Promise ? { value: received, issues: [] } : payload
}

/** Whether the answer itself, or a field of `frame`, has a different type. */
function isUseless(received: unknown, issues: readonly SchemaIssue[]): boolean {
  return issues.some(({ path = [] }) => {
    const [field] = path
    if (field === undefined) return true
    const there = isJsonObject(received) && received[String(field)] !== undefined
    return path.length === 1 && there && frame.includes(field)
  })
}
