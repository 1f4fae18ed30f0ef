import type { User } from './commands.ts'
import type { Effect } from './service.ts'
import type { Whose } from './view.ts'
import { Violation } from './violation.ts'

interface Stretch {
  readonly device: number
  whose: Whose
  readonly seconds: number
  /** Whether its promise has resolved. Otherwise it may or may not have been stored. */
  resolved: boolean
}

const sum = (stretches: readonly Pick<Stretch, 'seconds'>[]) =>
  stretches.reduce((seconds, stretch) => seconds + stretch.seconds, 0)

/** Judges V3 for reading time: counted seconds are at most the seconds read, and missing ones were reported as given up. */
export class TimeRead {
  readonly #read: Stretch[] = []
  readonly #counted: { readonly user: User; readonly device: number; readonly seconds: number }[] = []
  /** Accounts of which a device has forgotten what it gave up, or may not have taken everything along. */
  readonly #open = new Set<User>()

  begins(stretch: Omit<Stretch, 'resolved'>): Stretch {
    const begun = { ...stretch, resolved: false }
    this.#read.push(begun)
    return begun
  }

  takes(device: number, user: User, isWhole: boolean): void {
    if (!isWhole) this.#open.add(user)
    for (const stretch of this.#read)
      if (stretch.device === device && stretch.whose === null) stretch.whose = user
  }

  leaves(user: User): void {
    this.#open.add(user)
  }

  effect({ user, device, method, path, body }: Effect): void {
    if (method !== 'POST' || !path.startsWith('/v1/activity-days')) return
    this.#counted.push({ user, device, seconds: (body as { readonly seconds: number }).seconds })
    const counted = sum(this.#counted.filter((each) => each.user === user && each.device === device))
    // The device's own data may be in delivery with the account that takes them along.
    const read = sum(
      this.#read.filter(({ device: of, whose }) => of === device && (whose === user || whose === null)),
    )
    if (counted > read)
      throw new Violation('V3', `${counted} s of device ${device} were counted, and ${read} s were read`)
  }

  /** Everything has been delivered. */
  ends(user: User, uncounted: number): void {
    if (this.#open.has(user)) return
    const read = sum(this.#read.filter(({ whose, resolved }) => whose === user && resolved))
    const counted = sum(this.#counted.filter((each) => each.user === user))
    if (counted < read - uncounted)
      throw new Violation(
        'V3',
        `${counted} s of ${user} were counted of ${read} s that were read, and ${uncounted} s were told as given up`,
      )
  }
}
