import type { PostRoom } from '@waraq/protocol/user'
import { forbidden, notFound } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import type { Follows } from '../people/follows.ts'
import type { People } from '../people/people.ts'
import type { Person } from '../people/person.ts'
import { type Invitation, Invitations } from './invitations.ts'
import { Memberships } from './memberships.ts'
import { RoomRegister } from './register.ts'
import type { Room, RoomChanges, RoomDraft, RoomType } from './room.ts'

export type { Room } from './room.ts'

/**
 * All rooms, and what users may do in them. A room that a user may not read does not exist for that user: 404.
 * Administrators of the service have no special rights in rooms, since the API documentation names none.
 */
export class Rooms {
  readonly memberships = new Memberships()
  /** For sending and answering invitations; `invitations` is for reading them. */
  readonly invitationBook: Invitations
  readonly #register: RoomRegister
  readonly #people: People
  readonly #follows: Follows

  constructor(world: World, people: People, follows: Follows) {
    this.invitationBook = new Invitations(world)
    this.#register = new RoomRegister(world)
    this.#people = people
    this.#follows = follows
  }

  /** In the order of creation. */
  get all(): readonly Room[] {
    return this.#register.all
  }

  /** Invitations to rooms, the oldest first: the mails that the real service sends. */
  get invitations(): readonly Invitation[] {
    return this.invitationBook.all
  }

  /** Owner, admins, members, and followers of a page. */
  isMember(room: Room, userId: string): boolean {
    return this.memberships.has(room.id, userId)
  }

  /** Owner or admin. */
  isAdmin(room: Room, userId: string): boolean {
    return this.memberships.isAdmin(room.id, userId)
  }

  /** Every user may read a public room, and members a private one. */
  mayRead(room: Room, viewerId: string): boolean {
    return room.isPublic || this.isMember(room, viewerId)
  }

  /** @throws {Refusal} 404 */
  need(id: number): Room {
    const room = this.#register.find(id)
    if (!room) throw notFound('room')
    return room
  }

  /**
   * If a type is given, a room of another type is not found.
   * @throws {Refusal} 404 if it is not found or if the user may not read it
   */
  needReadable(id: number, viewerId: string, roomType?: RoomType): Room {
    const room = this.need(id)
    const fits = roomType === undefined || room.roomType === roomType
    if (!fits || !this.mayRead(room, viewerId)) throw notFound('room')
    return room
  }

  /** @throws {Refusal} 404 as above, 403 if the user is not an admin of it */
  needManaged(id: number, userId: string, roomType?: RoomType): Room {
    const room = this.needReadable(id, userId, roomType)
    if (!this.isAdmin(room, userId)) throw forbidden('Only admins of the room may do that.')
    return room
  }

  /**
   * The room of an address, without a check of the user's rights.
   * @throws {Refusal} 404
   */
  needAt(roomType: RoomType, url: string): Room {
    const room = this.#register.findAt(roomType, url)
    if (!room) throw notFound('room')
    return room
  }

  /**
   * Creates a room. The owner is its first member and admin.
   * @throws {Refusal} 400 and 422 as `RoomRegister.add`
   */
  create(roomType: RoomType, ownerId: string, draft: RoomDraft): Room {
    const room = this.#register.add(roomType, ownerId, draft)
    this.memberships.add(room.id, ownerId, { isAdmin: true })
    return room
  }

  /** @throws {Refusal} 400 and 422 as `RoomRegister.change` */
  update(room: Room, changes: RoomChanges): void {
    this.#register.change(room, changes)
  }

  /** The owner, then the others in the order in which they joined. */
  membersOf(room: Room): Person[] {
    return this.memberships.usersIn(room.id).map((id) => this.#people.need(id))
  }

  /** Members whom a user follows. */
  followedMembers(room: Room, viewerId: string): Person[] {
    return this.membersOf(room).filter(({ id }) => this.#follows.follows(viewerId, id))
  }

  /** The newest membership first. */
  joinedBy(userId: string): Room[] {
    return this.memberships.roomsOf(userId).map((id) => this.need(id))
  }

  /** A room as posts show it. */
  brief(room: Room, viewerId: string): PostRoom {
    const { id, roomType, name, url, isVerified, isPublic, ownerId } = room
    return {
      id,
      ...(roomType === 'page' ? { subdomain: url } : { _group: url }),
      roomType,
      name,
      verified: isVerified,
      isAdmin: this.isAdmin(room, viewerId),
      isOwner: ownerId === viewerId,
      isPublic,
    }
  }
}
