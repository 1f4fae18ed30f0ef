import { unprocessable } from '../parts/refusal.ts'

const millisecondsOfDay = 86_400_000

/** Days since 1970-01-01 of a date such as `2026-08-01`. */
export function dayNumber(date: string): number {
  return Date.parse(date) / millisecondsOfDay
}

/** The date of a number of days since 1970-01-01. */
export function dateOf(day: number): string {
  return new Date(day * millisecondsOfDay).toISOString().slice(0, 10)
}

/** Dates from one to another, both in it. A side that is not given is open. */
export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** @throws {Refusal} 422 where it ends before it begins */
export function checkPeriod({ from, to }: Period): void {
  if (from !== undefined && to !== undefined && to < from) throw unprocessable('to is before from.')
}

/** Whether a stretch of days has a day in the period. */
export function meetsPeriod(start: string, end: string, { from, to }: Period): boolean {
  return (from === undefined || from <= end) && (to === undefined || start <= to)
}
