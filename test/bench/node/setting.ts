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
  readonly only: string | undefined
}

const fullRounds = 5

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
  return { browser, slow, only: values.only, rounds: values.quick ? 1 : Number(values.rounds ?? fullRounds) }
}

/** The main figures are taken in every setting; all others in Chromium at its own speed. */
export function isUsual({ browser, slow }: Setting): boolean {
  return browser === 'chromium' && slow === 1
}
