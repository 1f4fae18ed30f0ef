import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { seeded, type Random } from '@waraq/test-support/random'
import { limiter } from './limits.ts'
import type { Limits } from './options.ts'
import type { FillRandomly } from './sketch.ts'

/** Many readers and attackers at a limiter, within one minute and without a network. */

const hex = (value: number) => value.toString(16)
const ipv4 = (value: number) =>
  [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.')

/** The address of the n-th reader: of ten four have IPv4, four are phones, and two are at home with IPv6. */
export function readerAt(n: number): string {
  const of = Math.floor(n / 10)
  const kind = n % 10
  // An odd factor leads to another address for each number.
  if (kind < 4) return ipv4(0x20000000 + (Math.imul(of * 4 + kind, 0x9e3779b1) >>> 3))
  if (kind < 8) {
    // Phones: 20 carriers, 300 phones of each /48.
    const phone = of * 4 + kind - 4
    const site = Math.floor(phone / 300)
    return `2600:${hex(site % 20)}:${hex(site)}:${hex((phone * 7919) % 65_536)}::1`
  }
  // Homes: 20 providers, a /56 each.
  const home = of * 2 + kind - 8
  const site = Math.floor(home / 256)
  return `2a02:${hex(site % 20)}:${hex(site)}:${hex((home % 256) << 8)}::1`
}

/** The addresses of an attacker that sends as much as gets in, by the number of the request. */
export const attackers = {
  'a /48 of IPv6': (n: number) => `2001:db8:1:${hex(n % 65_536)}::${hex(n >>> 16)}`,
  'a /32 of IPv6': (n: number) => `2001:db8:${hex(Math.imul(n, 40_503) & 65_535)}:${hex(n >>> 16)}::1`,
  '10,000 addresses of IPv4': (n: number) => ipv4(0x0b000000 + (n % 10_000)),
} as const satisfies Record<string, (n: number) => string>

export interface ManyClients {
  readonly limits: Limits | undefined
  readonly readers: number
  /** Offices beside: one address each, which asks a hundred times. */
  readonly offices?: number
  /** Requests of an attacker, spread over those of readers. */
  readonly attack?: (n: number) => string
  readonly attacks?: number
  readonly seed?: number
  /** Whether to look at the memory, for which garbage is collected. Default true. */
  readonly isWeighed?: boolean
}

export interface Outcome {
  readonly readersRefused: number
  readonly officesRefused: number
  readonly attacksPassed: number
  /** Microseconds for a request, of the processor. */
  readonly cost: number
  /** What the minute holds. */
  readonly heapBytes: number
  readonly bufferBytes: number
}

const requestsOfOffice = 100

export const drawnFrom =
  (random: Random): FillRandomly =>
  (numbers) =>
    numbers.forEach((_, index) => (numbers[index] = random.int(2 ** 32)))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function memory(): NodeJS.MemoryUsage {
  // Buffers go with the collection after the one that finds them free.
  collectGarbage()
  collectGarbage()
  return process.memoryUsage()
}

/** All in one minute of the wall clock. */
export function manyClients({
  limits,
  readers,
  offices = 0,
  attack,
  attacks = 0,
  seed = 27,
  isWeighed = true,
}: ManyClients): Outcome {
  const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() }
  const reported = { readersRefused: 0, officesRefused: 0, attacksPassed: 0 }
  const random = seeded(seed)
  const weigh = isWeighed ? memory : process.memoryUsage
  const before = weigh()
  const reached = limiter('token', limits, clock, undefined, drawnFrom(random))
  const asks = (address: string) => reached('https://reader.example', { address }) === undefined
  const began = process.cpuUsage()
  const honest = readers + offices * requestsOfOffice
  let reader = 0
  let office = 0
  let sent = 0
  for (let n = 0; n < honest; n += 1) {
    for (; sent < (attacks * (n + 1)) / honest; sent += 1)
      if (asks(attack!(sent))) reported.attacksPassed += 1
    const ofReader = reader < readers && (office === honest - readers || random.int(honest) < readers)
    if (ofReader && !asks(readerAt(reader))) reported.readersRefused += 1
    if (!ofReader && !asks(ipv4(0x0c000000 + (office % offices)))) reported.officesRefused += 1
    if (ofReader) reader += 1
    else office += 1
  }
  const { user, system } = process.cpuUsage(began)
  const after = weigh()
  // The limiter is used once more, so that it was not collected with what it holds.
  asks('192.0.2.1')
  return {
    ...reported,
    cost: (user + system) / (honest + sent),
    heapBytes: after.heapUsed - before.heapUsed,
    bufferBytes: after.arrayBuffers - before.arrayBuffers,
  }
}
