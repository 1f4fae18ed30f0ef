import type { UserService } from '@waraq/protocol/user'
import { Refusal } from './parts/refusal.ts'
import type { Asked, RouteSpec } from './parts/route.ts'
import { World } from './parts/world.ts'
import type { UserRoutes } from './user-data.ts'

/** An operation that may have changed something. */
interface Write {
  readonly service: UserService
  /** Its index among the routes of its service. */
  readonly place: number
  readonly asked: Asked<string, RouteSpec>
  readonly at: number
}

/**
 * User data of an earlier time: all writes until then are repeated in a separate world. Ids and times depend on nothing
 * else, so they are the same.
 */
export class Replicas {
  readonly #create: (world: World) => UserRoutes
  readonly #writes: Write[] = []

  constructor(create: (world: World) => UserRoutes) {
    this.#create = create
  }

  note(write: Write): void {
    this.#writes.push(write)
  }

  /** Returns the routes of a replica that has the writes until `time`, and takes that time as the present. */
  at(time: number): UserRoutes {
    let now = time
    const routes = this.#create(new World(() => now))
    for (const { service, place, asked, at } of this.#writes.filter((write) => write.at <= time)) {
      now = at
      try {
        routes[service][place]!.answer(asked)
      } catch (error) {
        // It was refused the first time, too.
        if (!(error instanceof Refusal)) throw error
      }
    }
    now = time
    return routes
  }
}
