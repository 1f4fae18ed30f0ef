import { WaraqError } from '@waraq/protocol'

/** Compares the room that content needs with the room that the browser reports. Pure; all figures are bytes, and rough. */

const megabyte = 1_000_000

/**
 * `short`: the content does not fit, by a clear margin. `tight`: it may or may not. `unknown`: the browser does not report
 * it.
 */
export type RoomVerdict = 'fits' | 'tight' | 'short' | 'unknown'

export interface Room {
  readonly verdict: RoomVerdict
  readonly needed: number
  readonly available: number | null
  readonly usage: number | null
  readonly quota: number | null
}

/** The factor by which need and room must differ before the estimate decides, in either direction. */
const margin = 1.2

function figure(value: number | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

/**
 * Compares the needed bytes with the browser's estimate. All of these figures are rough. Usage may be padded, and counts
 * bytes after compression (42 MB of the sandbox's content came to 8 MB in Chromium). Quota may be a fixed figure that says
 * nothing about the disk, or one that several sites share. So an estimate rules content out only if it is `short`: it needs
 * more than 1.2 times the available bytes. `tight`, within that margin on either side, is tried, and the browser decides. A
 * quota of 0 counts as unknown: a site that may not store anything gets no estimate.
 */
export function roomFor(needed: number, estimate: StorageEstimate | undefined): Room {
  const usage = figure(estimate?.usage)
  const quota = figure(estimate?.quota)
  if (usage === null || quota === null || quota === 0)
    return { verdict: 'unknown', needed, available: null, usage, quota }
  const available = Math.max(0, quota - usage)
  const verdict = needed > available * margin ? 'short' : needed * margin > available ? 'tight' : 'fits'
  return { verdict, needed, available, usage, quota }
}

/** Bytes as text for a person. */
export function megabytes(bytes: number): string {
  const count = bytes / megabyte
  return `${count < 1 ? 'less than 1' : `about ${Math.round(count).toLocaleString('en')}`} MB`
}

/**
 * Creates the error of a run that fetches nothing because the content would not fit. It has the same code as a refusal by the
 * browser.
 */
export function noRoom({ needed, available, usage, quota }: Room): WaraqError {
  const free = available === null ? 'less' : megabytes(available)
  return new WaraqError({
    code: 'quota_exceeded',
    message: `The content needs ${megabytes(needed)} and the browser offers ${free}; nothing was fetched. Free space or drop a subscription.`,
    details: { needed, available, usage, quota },
  })
}
