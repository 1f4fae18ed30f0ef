/** Groups are joined, pages are followed. */
export const roomTypes = ['group', 'page'] as const
export type RoomType = (typeof roomTypes)[number]

/** A room as the sandbox keeps it. What others see of one is made by `room-view.ts`. */
export interface Room {
  readonly id: number
  readonly roomType: RoomType
  readonly createdAt: string
  readonly ownerId: string
  /** Lets in whoever has it. */
  readonly privateToken: string
  /** Nobody reviews rooms in a sandbox: false. */
  readonly isVerified: boolean
  name: string
  /** No two groups have the same, nor two pages. A page's is its subdomain. */
  url: string
  description: string
  isPublic: boolean
  hideFollowJoinButton: boolean
  country: string | undefined
  /** What the picture's addresses are made of; undefined without a picture. */
  picture: string | undefined
}

/** What a room begins with. */
export interface RoomDraft {
  readonly name: string
  readonly url: string
  readonly description?: string | undefined
  readonly public?: boolean | undefined
  readonly hideFollowJoinButton?: boolean | undefined
  readonly country?: string | undefined
}

/** What is to become of a room. What is not said stays, and so does a flag that is null; a country that is null goes. */
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
