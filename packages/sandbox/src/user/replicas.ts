import type { UserService } from '@waraq/protocol/user'
import { Refusal } from './parts/refusal.ts'
import type { Asked, RouteSpec } from './parts/route.ts'
import { World } from './parts/world.ts'
import type { UserRoutes } from './user-data.ts'

/** An operation that may have changed something. */
interface Write {
  readonly service: UserService
  /** Its place among the routes of its service. */
  readonly place: number
  readonly asked: Asked<string, RouteSpec>
  readonly at: number
}

/**
 * The user data of earlier: all that was asked for until then, done again in a world of its own. Ids and times depend on nothing
 * else, so they come out the same.
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

  /** The routes of a replica that has what was written until then, and takes that time for the present. */
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
