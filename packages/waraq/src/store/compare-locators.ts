import type { Locator } from '@waraq/protocol'

/** Orders locators: numbers, then strings by code unit, then rows without a locator. */
export function compareLocators(a: Locator | null, b: Locator | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (typeof a === typeof b) return a < b ? -1 : 1
  return typeof a === 'number' ? -1 : 1
}
