import { unprocessable } from '../parts/refusal.ts'

const millisecondsOfDay = 86_400_000

/** Converts a date such as `2026-08-01` to days since 1970-01-01. */
export function dayNumber(date: string): number {
  return Date.parse(date) / millisecondsOfDay
}

/** Converts days since 1970-01-01 to a date. */
export function dateOf(day: number): string {
  return new Date(day * millisecondsOfDay).toISOString().slice(0, 10)
}

/** The dates from one to another, both included. A missing end is open. */
export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** @throws {Refusal} 422 if it ends before it starts */
export function checkPeriod({ from, to }: Period): void {
  if (from !== undefined && to !== undefined && to < from) throw unprocessable('to is before from.')
}

/** Whether a range of days has a day in the period. */
export function meetsPeriod(start: string, end: string, { from, to }: Period): boolean {
  return (from === undefined || from <= end) && (to === undefined || start <= to)
}
