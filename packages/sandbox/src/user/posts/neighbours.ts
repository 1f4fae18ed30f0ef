import type { World } from '../parts/world.ts'
import type { Follows } from '../people/follows.ts'
import type { People } from '../people/people.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { Tags } from '../tags/tags.ts'

/** The other areas that posts use. */
export interface PostNeighbours {
  readonly world: World
  readonly people: People
  readonly follows: Follows
  readonly rooms: Rooms
  readonly tags: Tags
}
