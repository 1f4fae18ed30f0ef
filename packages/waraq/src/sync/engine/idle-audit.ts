import type { Clock } from '../../client/clock.ts'
import type { Library } from './library.ts'
import { dueForAudit, isSound, noteAudit } from '../../store/audit.ts'
import type { ResourceRecord } from '../../store/records.ts'
import type { Writer } from '../../store/writer.ts'

/** Milliseconds between two reads. The audit of a large resource takes seconds that way, and delays neither readers nor syncs. */
const restMs = 100

/**
 * Checks stored content for damage while the engine is idle. It does not hold the writer's lock, so no sync waits for it. If
 * a tab closes during an audit, nothing is left behind and the resource stays due.
 */
export class IdleAudit {
  readonly #library: Pick<Library, 'use' | 'asWriter' | 'closing'>
  readonly #clock: Clock
  #looking = false
  /** Period in which no resource is due, so that the database is not read. A clock that was set back is outside of it. */
  #notDue = { from: 0, until: 0 }

  constructor(library: Pick<Library, 'use' | 'asWriter' | 'closing'>, clock: Clock) {
    this.#library = library
    this.#clock = clock
  }

  /** Resolves with the resource whose audit is due now, if there is one. */
  async due(writer: Writer): Promise<ResourceRecord | undefined> {
    const now = this.#clock.now()
    const { from, until } = this.#notDue
    if (now >= from && now < until) return undefined
    const due = dueForAudit(await writer.known(), now)
    if ('resource' in due) return due.resource
    this.#notDue = { from: now, until: due.at }
    return undefined
  }

  /** Audits the resource, one at a time. Never rejects: a resource that cannot be read now is audited after a later sync. */
  async probe(resource: ResourceRecord | undefined): Promise<void> {
    if (!resource || this.#looking) return
    this.#looking = true
    const { closing } = this.#library
    try {
      const sound = await isSound(
        (work) => this.#library.use(work),
        resource,
        () => this.#clock.sleep(restMs, closing),
      )
      await this.#library.asWriter(undefined, (writer) =>
        noteAudit(writer, resource, sound, this.#clock.now()),
      )
    } catch {
      // The resource stays due.
    } finally {
      this.#looking = false
    }
  }
}
