import type { Random } from '@waraq/test-support/random'
import type { Answer } from '@waraq/test-support/model-service'

/** Faults of one request. Each history arms some of these for later requests. */
export const requestFaults = [
  'status-401',
  'status-403',
  'status-404',
  'status-410',
  'status-422-token',
  'status-422-cursor',
  'status-422-per-page',
  'status-422-resources',
  'status-429',
  'status-429-seconds',
  'status-429-date',
  'status-500',
  'status-503',
  'network-before',
  'network-after',
  'no-answer',
  'body-break',
  'body-cut',
  'body-hang',
  'html',
  'other-json',
  'empty',
] as const

/** Pages that are wrong or unusual. */
export const pageFaults = [
  'page-duplicate',
  'page-shuffle',
  'page-unknown',
  'page-oversized',
  'page-same-cursor',
  'page-other-bound',
  'page-beyond-bound',
  'page-foreign-address',
  'page-without-token',
] as const

export const snapshotFaults = ['snapshot-of-another', 'snapshot-bad-row', 'snapshot-not-found'] as const

export const faultKinds = [...requestFaults, ...pageFaults, ...snapshotFaults, 'access-token-fails'] as const
export type FaultKind = (typeof faultKinds)[number]

/** An answer in transit: what the device's `fetch` gets. */
export interface Wire {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
  /** How its body ends. */
  readonly ending: 'complete' | 'break' | 'hang'
}

function standard(status: number, type: string, headers: Record<string, string> = {}): Wire {
  const text = JSON.stringify({ message: 'refused', type, success: false })
  return { status, headers: { 'content-type': 'application/json', ...headers }, text, ending: 'complete' }
}

function coded(status: number, code: string): Wire {
  const text = JSON.stringify({ error: { code, message: 'refused' } })
  return { status, headers: { 'content-type': 'application/json' }, text, ending: 'complete' }
}

const html: Wire = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  text: '<!doctype html><title>Sign in</title>',
  ending: 'complete',
}

/** Answers that replace the service's own. */
export function instead(fault: FaultKind | null, serverTime: number): Wire | null {
  const date = new Date(serverTime).toUTCString()
  switch (fault) {
    case 'status-401':
      return standard(401, 'unauthorized')
    case 'status-403':
      return standard(403, 'forbidden')
    case 'status-404':
      return standard(404, 'not_found')
    case 'status-410':
      return coded(410, 'resync_required')
    case 'status-422-token':
      return coded(422, 'token_filter_mismatch')
    case 'status-422-cursor':
      return coded(422, 'cursor_filter_mismatch')
    case 'status-422-per-page':
      return coded(422, 'cursor_per_page_mismatch')
    case 'status-422-resources':
      return coded(422, 'invalid_resources')
    case 'status-429':
      return standard(429, 'rate_limit_exceeded')
    case 'status-429-seconds':
      return standard(429, 'rate_limit_exceeded', { 'retry-after': '20' })
    case 'status-429-date': {
      const until = new Date(serverTime + 45_000).toUTCString()
      return standard(429, 'rate_limit_exceeded', { date, 'retry-after': until })
    }
    case 'status-500':
      return standard(500, 'internal_server_error')
    case 'status-503':
      return { ...html, status: 503, headers: { 'content-type': 'text/html', 'retry-after': '2' } }
    case 'html':
      return html
    case 'other-json':
      return { ...standard(200, 'x'), text: '{"hello":["world"]}' }
    case 'empty':
      return { ...standard(200, 'x'), text: '' }
    case 'snapshot-not-found':
      return coded(404, 'snapshot_not_found')
    default:
      return null
  }
}

interface Page {
  sync_until_sequence: number
  next_page_url: string | null
  next_sync_token: string | null
  mutations: { sequence: number }[]
}

/** A copy of the service's answer with the fault applied. */
export function altered(fault: FaultKind | null, answer: Answer, random: Random): Answer {
  if (fault === null || answer.status !== 200) return answer
  const body = structuredClone(answer.body)
  const page = body['sync'] as Page | undefined
  if (page) alterPage(fault, page, random)
  else alterSnapshot(fault, body as { resource_id: number; records: unknown[] })
  return { status: 200, body }
}

function alterPage(fault: FaultKind, page: Page, random: Random): void {
  switch (fault) {
    case 'page-duplicate':
      page.mutations.push(...page.mutations.slice(random.int(2)))
      break
    case 'page-shuffle':
      page.mutations = random.shuffled(page.mutations)
      break
    case 'page-unknown': {
      const other = { resource_group: 'layers', resource_id: 5, changed_at: '2026-08-01T00:00:00Z' }
      page.mutations.push(
        { sequence: page.sync_until_sequence, type: 'RESOURCE_CREATE', ...other } as { sequence: number },
        { sequence: page.sync_until_sequence, type: 'SOMETHING_ELSE', ...other } as { sequence: number },
      )
      for (const mutation of page.mutations) Object.assign(mutation, { field_to_come: { deep: [1] } })
      break
    }
    case 'page-same-cursor':
      if (page.next_page_url !== null) page.next_page_url = '/api/v4/resources/sync?cursor=the-same'
      break
    case 'page-other-bound':
      // With a batch of one page the fault would have no effect.
      if (page.next_page_url !== null) page.sync_until_sequence += 1
      break
    case 'page-beyond-bound':
      for (const mutation of page.mutations) mutation.sequence += 1_000_000
      break
    case 'page-foreign-address':
      if (page.next_page_url !== null) page.next_page_url = `https://evil.example${page.next_page_url}`
      break
    case 'page-without-token':
      page.next_sync_token = null
  }
}

function alterSnapshot(fault: FaultKind, body: { resource_id: number; records: unknown[] }): void {
  if (fault === 'snapshot-of-another') body.resource_id += 1
  // The engine skips and counts these rows. They are no reason to refuse the others.
  if (fault === 'snapshot-bad-row') body.records.splice(1, 0, 'no row', { record_type: 'mushaf_page' }, null)
}
