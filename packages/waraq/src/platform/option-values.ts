import { WaraqError } from '@waraq/protocol'

/** What the options of several entry points share. */

/** Of the database, and of what lies beside it. */
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
