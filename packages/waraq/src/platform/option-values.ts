import { WaraqError } from '@waraq/protocol'

/** Shared by the options of several entry points. */

/** Default name of the database, and of the storage next to it. */
export const defaultName = 'waraq'

/** @throws {WaraqError} `invalid_option` */
export function wholeNumber(option: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new WaraqError({
    code: 'invalid_option',
    message: `The option ${option} is ${value}; give a whole number from ${least} to ${most}.`,
    details: { option },
  })
}
