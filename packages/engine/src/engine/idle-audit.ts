import type { Clock } from '@waraq/client'
import type { Library } from './library.ts'
import { dueForAudit, isSound, noteAudit } from '../store/audit.ts'
import type { ResourceRecord } from '../store/records.ts'
import type { Writer } from '../store/writer.ts'

/** Between two reads: a look through a large resource takes seconds then, and neither readers nor syncs notice it. */
const restMs = 100

/**
 * Looks stored content through for damage while nothing else is to do, without the writer's seat: no sync waits for it. A
 * tab that ends in the middle leaves nothing behind, and the resource stays due.
 */
export class IdleAudit {
  readonly #library: Pick<Library, 'use' | 'asWriter' | 'closing'>
  readonly #clock: Clock
  #looking = false
  /** While nothing is due, the database need not be asked; a clock that was set back leaves this time. */
  #notDue = { from: 0, until: 0 }

  constructor(library: Pick<Library, 'use' | 'asWriter' | 'closing'>, clock: Clock) {
    this.#library = library
    this.#clock = clock
  }

  /** The resource that is due now, if one is. */
  async due(writer: Writer): Promise<ResourceRecord | undefined> {
    const now = this.#clock.now()
    const { from, until } = this.#notDue
    if (now >= from && now < until) return undefined
    const due = dueForAudit(await writer.known(), now)
    if ('resource' in due) return due.resource
    this.#notDue = { from: now, until: due.at }
    return undefined
  }

  /** Looks one resource through; one at a time. Never rejects: what cannot be read now is looked at after the next sync. */
  async look(resource: ResourceRecord | undefined): Promise<void> {
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
      // It stays due.
    } finally {
      this.#looking = false
    }
  }
}
