import { parseArgs } from 'node:util'

export const browserNames = ['chromium', 'firefox', 'webkit'] as const

/** The browser and the speed of a run of the bench. */
export interface Setting {
  readonly browser: (typeof browserNames)[number]
  /** By how much pages are slowed; 1: not at all. Chromium only. */
  readonly slow: number
}

export interface Asked extends Setting {
  readonly rounds: number
  /** Of all cases, those alone of which a round is short. */
  readonly shortOnly: boolean
  readonly only: string | undefined
}

const fullRounds = 5
/** As few as tell how far rounds lie apart. */
const quickRounds = 3

export function readArguments(args: readonly string[]): Asked {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      rounds: { type: 'string' },
      browser: { type: 'string', default: 'chromium' },
      slow: { type: 'string', default: '1' },
    },
  })
  const browser = browserNames.find((name) => name === values.browser)
  if (!browser)
    throw new Error(`There is no browser ${values.browser}. Give one of ${browserNames.join(', ')}.`)
  const slow = Number(values.slow)
  if (!(slow >= 1)) throw new Error('Give a number of 1 or more to --slow.')
  if (slow > 1 && browser !== 'chromium') throw new Error('Only Chromium can be slowed.')
  const { quick = false, only } = values
  const rounds = Number(values.rounds ?? (quick ? quickRounds : fullRounds))
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error('Give a whole number of 1 or more to --rounds.')
  return { browser, slow, only, rounds, shortOnly: quick && only === undefined }
}

/** The main figures are taken in every setting; all others in Chromium at its own speed. */
export function isUsual({ browser, slow }: Setting): boolean {
  return browser === 'chromium' && slow === 1
}
