import { CreateGroupDto, CreatePageDto, UpdateGroupDto, UpdatePageDto } from '@waraq/protocol/user'
import { route, type UserRoute } from '../parts/route.ts'
import { written } from './register.ts'
import type { RoomChanges, RoomType } from './room.ts'
import { roomListItem, type RoomSources } from './room-view.ts'

/** Creates and changes groups and pages. */
export function makingRoutes(areas: RoomSources): UserRoute[] {
  return [...creationRoutes(areas), ...updateRoutes(areas)]
}

function creationRoutes(areas: RoomSources): UserRoute[] {
  const { rooms } = areas
  return [
    route(
      'POST',
      '/v1/rooms/groups',
      { scope: 'room.create', body: CreateGroupDto, status: 201 },
      ({ userId, body }) => {
        const room = rooms.create('group', userId, body)
        return { success: true, data: roomListItem(areas, room, userId) }
      },
    ),
    // The API documentation does not say whether a page waits for a review. Here it exists immediately and is never verified.
    route(
      'POST',
      '/v1/rooms/pages',
      { scope: 'room.create', body: CreatePageDto, status: 201 },
      ({ userId, body }) => {
        checkApplication(body)
        const room = rooms.create('page', userId, body)
        return { data: roomListItem(areas, room, userId), message: 'page created' }
      },
    ),
  ]
}

/**
 * The fields about a page's organisation are for reviewers. A sandbox has none, and no operation returns these fields. So
 * the required ones are checked, and none is stored. The page's website is not stored either.
 */
function checkApplication(body: CreatePageDto): void {
  const { jobTitle, contactNumber, organizationName, purpose } = body
  for (const [field, text] of Object.entries({ jobTitle, contactNumber, organizationName, purpose })) {
    written(field, text)
  }
}

function updateRoutes(areas: RoomSources): UserRoute[] {
  const { rooms } = areas
  const scope = 'room.update'
  const updated = (roomType: RoomType, userId: string, changes: RoomChanges & { readonly id: number }) => {
    const room = rooms.needManaged(changes.id, userId, roomType)
    rooms.update(room, changes)
    return { room: roomListItem(areas, room, userId) }
  }
  return [
    route('PATCH', '/v1/rooms/groups', { scope, body: UpdateGroupDto }, ({ userId, body }) =>
      updated('group', userId, body),
    ),
    route('PATCH', '/v1/rooms/pages', { scope, body: UpdatePageDto }, ({ userId, body }) =>
      updated('page', userId, body),
    ),
  ]
}
