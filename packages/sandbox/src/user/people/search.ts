import type { RoomUserSearchItem, SearchUsersQuery } from '@waraq/protocol/user'
import { forbidden } from '../parts/refusal.ts'
import type { Room } from '../rooms/room.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { Follows } from './follows.ts'
import { hasText } from './matching.ts'
import type { People } from './people.ts'
import type { Person } from './person.ts'
import { avatarUrlsOf } from './profile.ts'

/**
 * Finds users by their names, in the order in which they were added. The API documentation only names the parameters. Here
 * `postingAs` finds the users as whom the requesting user may post, which is only the requesting user. Otherwise the
 * requesting user is found only with `all`.
 * @throws {Refusal} 404 for an unknown `postingAsUserId`, 403 for another user's: no user can post as another
 */
export function searchedUsers(people: People, userId: string, query: SearchUsersQuery): Person[] {
  const { postingAsUserId, postingAs = false, all = false } = query
  if (postingAsUserId !== undefined && people.need(postingAsUserId).id !== userId) {
    throw forbidden('A user cannot post as another user.')
  }
  const wanted = ({ id }: Person) => (postingAs ? id === userId : all || id !== userId)
  return people.all.filter((person) => wanted(person) && hasText(namesOf(person), query.query))
}

function namesOf({ username, firstName, lastName }: Person): string[] {
  return [username, `${firstName} ${lastName}`]
}

/** The areas from which a found user is created, and the requesting user. */
export interface SearchView {
  readonly follows: Follows
  readonly rooms: Rooms
  readonly userId: string
  /** The room whose members are marked, if one was named. */
  readonly room: Room | undefined
}

export function foundUser({ follows, rooms, userId, room }: SearchView, person: Person): RoomUserSearchItem {
  const { id, username, firstName, lastName, verified } = person
  const followed = follows.follows(userId, id)
  return {
    id,
    avatarUrls: avatarUrlsOf(person),
    isFollowed: followed,
    username,
    firstName,
    lastName,
    bio: person.bio ?? undefined,
    verified,
    followersCount: follows.followersOf(id).length,
    followed,
    isMember: room && rooms.isMember(room, id),
  }
}
