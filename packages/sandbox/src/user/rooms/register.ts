import { invalidRequest, unprocessable } from '../parts/refusal.ts'
import type { World } from '../parts/world.ts'
import { pictureAfter } from '../people/pictures.ts'
import type { Room, RoomChanges, RoomDraft, RoomType } from './room.ts'

/** All rooms and their fields. `Memberships` has their members. */
export class RoomRegister {
  readonly #world: World
  readonly #rooms = new Map<number, Room>()

  constructor(world: World) {
    this.#world = world
  }

  /** In the order of creation. */
  get all(): readonly Room[] {
    return [...this.#rooms.values()]
  }

  find(id: number): Room | undefined {
    return this.#rooms.get(id)
  }

  /** Addresses that differ only in case are the same. */
  findAt(roomType: RoomType, url: string): Room | undefined {
    const wanted = url.toLowerCase()
    return this.all.find((room) => room.roomType === roomType && room.url.toLowerCase() === wanted)
  }

  /**
   * Adds a room. Rooms are public unless the request says otherwise; the API documentation does not name the default.
   * @throws {Refusal} 400 for a blank name or address, 422 for an address that is taken
   */
  add(roomType: RoomType, ownerId: string, draft: RoomDraft): Room {
    const name = written('name', draft.name)
    const url = this.#freeUrl(roomType, draft.url)
    const room: Room = {
      id: this.#world.nextNumber('room'),
      roomType,
      createdAt: this.#world.instant(),
      ownerId,
      privateToken: this.#world.nextText('room-token'),
      isVerified: false,
      name,
      url,
      description: draft.description ?? '',
      isPublic: draft.public ?? true,
      hideFollowJoinButton: draft.hideFollowJoinButton ?? false,
      country: draft.country,
      picture: undefined,
    }
    this.#rooms.set(room.id, room)
    return room
  }

  /**
   * @throws {Refusal} 400 for a blank name or address, or a picture that is both set and removed, 422 for an address that is
   * taken; then nothing changes
   */
  change(room: Room, changes: RoomChanges): void {
    const name = changes.name === undefined ? room.name : written('name', changes.name)
    const url = changes.url === undefined ? room.url : this.#freeUrl(room.roomType, changes.url, room)
    room.picture = pictureAfter(room.picture, changes, this.#world)
    room.name = name
    room.url = url
    room.description = changes.description ?? room.description
    room.isPublic = changes.public ?? room.isPublic
    room.hideFollowJoinButton = changes.hideFollowJoinButton ?? room.hideFollowJoinButton
    if (changes.country !== undefined) room.country = changes.country ?? undefined
  }

  /** Checks that the address of a room is free. A room may keep its own. */
  #freeUrl(roomType: RoomType, given: string, own?: Room): string {
    const url = written('url', given)
    const taken = this.findAt(roomType, url)
    if (taken && taken !== own) throw unprocessable(`There is a ${roomType} at ${url} already.`)
    return url
  }
}

/** @throws {Refusal} 400 if the text is blank */
export function written(field: string, text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw invalidRequest(`${field} is blank.`)
  return trimmed
}
