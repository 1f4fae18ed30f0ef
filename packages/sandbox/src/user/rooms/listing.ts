import type { ListJoinedRoomsQuery, SearchRoomsQuery } from '@waraq/protocol/user'
import type { PostCounts } from '../parts/post-counts.ts'
import { unprocessable } from '../parts/refusal.ts'
import { hasText } from '../people/matching.ts'
import { type Room, roomTypes } from './room.ts'
import type { Rooms } from './rooms.ts'

/**
 * Finds public rooms and those that the user is in by words of name or address, newest first.
 * @throws {Refusal} 422 for a type that no room has
 */
export function searchedRooms(rooms: Rooms, userId: string, { query, roomType }: SearchRoomsQuery): Room[] {
  if (roomType !== undefined && !roomTypes.some((type) => type === roomType)) {
    throw unprocessable('roomType is group or page.')
  }
  const found = rooms.all.filter(
    (room) =>
      rooms.mayRead(room, userId) &&
      (roomType === undefined || room.roomType === roomType) &&
      hasText([room.name, room.url], query),
  )
  return found.reverse()
}

type Order = (one: Room, other: Room) => number

/** Filters and sorts a user's rooms as requested. Without a requested order they stay in their order. */
export function ownRooms(
  rooms: readonly Room[],
  { query, sortBy }: ListJoinedRoomsQuery,
  counts: PostCounts,
): Room[] {
  const byName: Order = (one, other) => one.name.localeCompare(other.name, 'en')
  const orders: Readonly<Record<NonNullable<typeof sortBy>, Order>> = {
    NAME_ASC: byName,
    NAME_DESC: (one, other) => byName(other, one),
    LATEST_ACTIVITY: (one, other) => activityIn(other, counts) - activityIn(one, counts),
  }
  const found = rooms.filter(({ name, url }) => hasText([name, url], query))
  return sortBy === undefined ? found : found.sort(orders[sortBy])
}

/** The last activity in a room, in milliseconds since the epoch: its newest post, or its creation if it has no posts. */
function activityIn(room: Room, counts: PostCounts): number {
  return Date.parse(counts.latestInRoom(room.id) ?? room.createdAt)
}
