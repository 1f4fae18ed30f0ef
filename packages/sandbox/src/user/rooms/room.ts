/** Groups are joined, pages are followed. */
export const roomTypes = ['group', 'page'] as const
export type RoomType = (typeof roomTypes)[number]

/** A room as the sandbox stores it. `room-view.ts` creates the form that users see. */
export interface Room {
  readonly id: number
  readonly roomType: RoomType
  readonly createdAt: string
  readonly ownerId: string
  /** Any user who has it can enter. */
  readonly privateToken: string
  /** Always false: no reviewer verifies rooms of a sandbox. */
  readonly isVerified: boolean
  name: string
  /** Unique among groups and among pages. For a page it is the subdomain. */
  url: string
  description: string
  isPublic: boolean
  hideFollowJoinButton: boolean
  country: string | undefined
  /** The base of the picture's addresses; undefined without a picture. */
  picture: string | undefined
}

/** The fields of a new room. */
export interface RoomDraft {
  readonly name: string
  readonly url: string
  readonly description?: string | undefined
  readonly public?: boolean | undefined
  readonly hideFollowJoinButton?: boolean | undefined
  readonly country?: string | undefined
}

/** A change of a room. Missing fields and flags that are null stay. A country that is null is removed. */
export interface RoomChanges {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly description?: string | undefined
  readonly public?: boolean | null | undefined
  readonly hideFollowJoinButton?: boolean | null | undefined
  readonly country?: string | null | undefined
  readonly avatar?: string | undefined
  readonly removeAvatar?: boolean | undefined
}
