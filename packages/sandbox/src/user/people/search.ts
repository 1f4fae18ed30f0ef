import type { RoomUserSearchItem, SearchUsersQuery } from '@waraq/contract/user'
import { forbidden } from '../parts/refusal.ts'
import type { Room } from '../rooms/room.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { Follows } from './follows.ts'
import { hasText } from './matching.ts'
import type { People } from './people.ts'
import type { Person } from './person.ts'
import { avatarUrlsOf } from './profile.ts'

/**
 * Users by their names, in the order in which they came. The document names the parameters only. Here `postingAs` asks
 * for those whom one may post as, who is oneself; otherwise oneself is found with `all` only.
 * @throws {Refusal} 404 for an unknown `postingAsUserId`, 403 for somebody else's: nobody posts as another
 */
export function searchedUsers(people: People, userId: string, query: SearchUsersQuery): Person[] {
  const { postingAsUserId, postingAs = false, all = false } = query
  if (postingAsUserId !== undefined && people.need(postingAsUserId).id !== userId) {
    throw forbidden('Nobody can post as somebody else.')
  }
  const wanted = ({ id }: Person) => (postingAs ? id === userId : all || id !== userId)
  return people.all.filter((person) => wanted(person) && hasText(namesOf(person), query.query))
}

function namesOf({ username, firstName, lastName }: Person): string[] {
  return [username, `${firstName} ${lastName}`]
}

/** Where what a found user is told with comes from, and who asks. */
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
