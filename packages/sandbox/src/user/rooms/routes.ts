import type { UserRoute } from '../parts/route.ts'
import { makingRoutes } from './making-routes.ts'
import { membershipRoutes } from './membership-routes.ts'
import { readingRoutes } from './reading-routes.ts'
import type { RoomSources } from './room-view.ts'

/** Groups and pages, their members, and invitations. Posts in rooms are with the posts. */
export function roomRoutes(areas: RoomSources): UserRoute[] {
  return [...readingRoutes(areas), ...makingRoutes(areas), ...membershipRoutes(areas)]
}
