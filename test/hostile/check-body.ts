import { isWaraqError, recordKeyOf, resourceKey, rowSchemas } from '@waraq/protocol'
import { pageAddress } from '../../packages/waraq/src/client/address.ts'
import { checkSyncPage } from '../../packages/waraq/src/client/answers.ts'
import { readText, type Body } from '../../packages/waraq/src/client/body.ts'
import { parseJson } from '../../packages/waraq/src/client/json-body.ts'
import { identify } from '../../packages/waraq/src/sync/snapshot/identify.ts'
import { readSnapshotParts } from '../../packages/waraq/src/sync/snapshot/parts.ts'
import { UnsplittableError } from '../../packages/waraq/src/sync/snapshot/record-splitter.ts'
import type { SnapshotDownload } from 'waraq/client'
import { keeps } from './json-equality.ts'
import { isPage, isPageAddress, isSnapshot } from './reference.ts'

/** The outcome of a body: the check that refused it, or that it was taken. Throws where a promise is broken. */
export type Verdict =
  | { readonly accepted: true; readonly rows: number; readonly rejectedRows: number }
  | { readonly accepted: false; readonly code: string }

const root = { origin: 'https://service.example', path: '/content' }
const path = '/x'
const { signal } = new AbortController()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Codes that may refuse a body. Anything else, a TypeError first of all, is a defect. */
const refusals: ReadonlySet<string> = new Set([
  'truncated_body',
  'not_json',
  'invalid_response',
  'foreign_address',
])

/** The bytes in two pieces, as a network might cut them. */
function inPieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const middle = bytes.length >> 1
  return (async function* () {
    yield bytes.subarray(0, middle)
    yield bytes.subarray(middle)
  })()
}

function bodyOf(bytes: Uint8Array): Body {
  return {
    chunks: inPieces(bytes),
    bytesExpected: null,
    bytes: () => bytes.length,
    failure: () => undefined,
    cancel: () => undefined,
  }
}

function downloadOf(bytes: Uint8Array): SnapshotDownload {
  return {
    chunks: inPieces(bytes),
    text: () => readText(bodyOf(bytes), path),
    bytesExpected: null,
    attempt: 1,
    signal,
    serverTime: null,
    refused: (error) => error,
  }
}

/** What a reader without any mistrust makes of the bytes; undefined where they are no JSON in valid UTF-8. */
function received(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(decoder.decode(bytes)) as unknown }
  } catch {
    return undefined
  }
}

function demand(holds: boolean, promise: string): asserts holds {
  if (!holds) throw new Error(`Broken promise: ${promise}`)
}

function refusalOf(error: unknown): Verdict {
  if (isWaraqError(error) && refusals.has(error.code)) return { accepted: false, code: error.code }
  throw error
}

/** A page as the client reads, parses and checks it. */
export async function checkPageBytes(bytes: Uint8Array): Promise<Verdict> {
  const plain = received(bytes)
  try {
    const checked = checkSyncPage(
      parseJson(await readText(bodyOf(bytes), path), path, 200, 'application/json'),
    )
    const valid = plain !== undefined && isPage(plain.value)
    demand(
      'value' in checked === valid,
      `the page is ${valid ? 'valid and refused' : 'invalid and accepted'}`,
    )
    if (!('value' in checked)) return { accepted: false, code: 'invalid_response' }
    const page = checked.value
    demand(keeps((plain!.value as { sync: unknown }).sync, page), 'what was accepted is what was sent')
    if (page.has_more) {
      const address = page.next_page_url!
      const { url } = pageAddress(root, address)
      demand(isPageAddress(address), 'the next page is a page of the feed')
      demand(
        new URL(url).href.startsWith(`${root.origin}${root.path}/api/v4/resources/sync?`),
        'under the root',
      )
    }
    return { accepted: true, rows: page.mutations.length, rejectedRows: 0 }
  } catch (error) {
    return refusalOf(error)
  }
}

/** A snapshot as the engine reads it and finds its rows. */
export async function checkSnapshotBytes(bytes: Uint8Array): Promise<Verdict> {
  const plain = received(bytes)
  let envelope: { readonly resource_group: string; readonly resource_id: number } | undefined
  const records: unknown[] = []
  try {
    for await (const part of readSnapshotParts(downloadOf(bytes), () => undefined)) {
      if (part.type === 'envelope') envelope = part.envelope
      else records.push(...part.records)
    }
  } catch (error) {
    // JSON takes the last of two fields of one name. By then the first list of records is on its way already.
    const cause = isWaraqError(error) ? error.cause : undefined
    const twice = cause instanceof UnsplittableError && cause.message === 'a second list of records'
    demand(twice || plain === undefined || !isSnapshot(plain.value), 'the snapshot is valid and refused')
    return refusalOf(error)
  }
  demand(
    plain !== undefined && isSnapshot(plain.value) && envelope !== undefined,
    'an invalid snapshot is refused',
  )
  const { records: sent, ...fields } = plain.value as { records: unknown[] }
  demand(keeps(fields, envelope), 'the envelope is what was sent')
  demand(keeps(sent, records, true), 'the records are what was sent')
  let rows = 0
  const group = envelope.resource_group
  for (const [index, record] of records.entries()) {
    const identified = identify(group, record, index)
    if ('problem' in identified) {
      demand(identified.problem.length < 200, `problems are short: ${resourceKey({ group, id: index })}`)
      continue
    }
    rows++
    const { recordType, row } = identified
    demand(row.data === record, 'a row is handed on as it came')
    const text = JSON.stringify(row.data)
    demand(keeps(record, JSON.parse(text), true), 'a row survives being stored')
    const derived = recordKeyOf(recordType, row.data)
    demand(derived === undefined ? row.key === `#${index}` : row.key === derived, 'a row goes by its own key')
    if (Object.hasOwn(rowSchemas, recordType))
      demand(derived !== undefined, 'a row of a known type has a key')
  }
  return { accepted: true, rows, rejectedRows: records.length - rows }
}
