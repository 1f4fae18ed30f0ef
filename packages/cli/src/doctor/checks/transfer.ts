import { differs, untested, ok } from '../report.ts'
import type { Check } from './check.ts'

/** Servers do not compress shorter bodies. */
const leastBytes = 1000

const compression: Check = {
  name: 'compression',
  assumes: 'Snapshots come compressed to clients that take that.',
  run: async (probe) => {
    const { exchanges, bytes, filter } = await probe.small()
    const encoding = exchanges.at(-1)!.headers.get('content-encoding')
    if (encoding) return ok(`The snapshot of ${filter} came as ${encoding.slice(0, 20)}.`)
    if (bytes < leastBytes)
      return untested(`The snapshot of ${filter} has ${bytes} bytes, too few to compress.`)
    return differs(
      `The snapshot of ${filter} came as it is, with ${bytes} bytes.`,
      'Downloads take several times as long: a whole mushaf is 23 MB of JSON.',
    )
  },
}

const mostMs = 60_000

function apart(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
}

const clock: Check = {
  name: 'clock',
  assumes:
    'Nothing for syncing: waits are counted by a clock of their own and by the Date of the answer itself.',
  runsAnyway: true,
  run: async (probe) => {
    const { exchanges, error } = await probe.refused('token')
    const answer = exchanges.at(-1)
    if (!answer) throw error!
    const date = Date.parse(answer.headers.get('date') ?? '')
    if (Number.isNaN(date)) {
      return differs('Answers have no Date.', 'Ages are counted by the device’s clock, which may be wrong.')
    }
    const ms = date - answer.at
    if (Math.abs(ms) <= mostMs) return ok('The service’s clock and this one are less than a minute apart.')
    return differs(
      `The service’s clock is ${apart(ms)} ${ms > 0 ? 'ahead of' : 'behind'} this one.`,
      'Syncing goes on; times that an application shows by the device’s clock are off by as much. Set the clock that is wrong.',
    )
  },
}

export const transferChecks: readonly Check[] = [compression, clock]
