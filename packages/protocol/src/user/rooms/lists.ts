import * as z from 'zod/mini'
import { limitedPageQuery, numberedPageQuery } from '../parts/numbered-page.ts'
import { body, optionalText } from '../parts/objects.ts'

export const roomSortings = ['NAME_ASC', 'NAME_DESC', 'LATEST_ACTIVITY'] as const
export const roomPostSortings = ['latest', 'popular'] as const
export const roomPostTabs = ['reflections', 'saved', 'public', 'members_only'] as const
/** Maximum number of the user's rooms, and of a room's posts, in one request. */
export const roomListLimits = { rooms: 5, posts: 20 } as const

const ownRooms = { query: optionalText, sortBy: z.optional(z.enum(roomSortings)) }

/** GET /v1/rooms/joined-rooms */
export const ListJoinedRoomsQuery = /* @__PURE__ */ limitedPageQuery(5, ownRooms)
export type ListJoinedRoomsQuery = z.infer<typeof ListJoinedRoomsQuery>

/** GET /v1/rooms/managed-rooms */
export const ListManagedRoomsQuery = /* @__PURE__ */ limitedPageQuery(5, ownRooms)
export type ListManagedRoomsQuery = z.infer<typeof ListManagedRoomsQuery>

/** GET /v1/rooms/search */
export const SearchRoomsQuery = /* @__PURE__ */ numberedPageQuery({
  query: optionalText,
  roomType: optionalText,
})
export type SearchRoomsQuery = z.infer<typeof SearchRoomsQuery>

/** GET /v1/users/my-rooms */
export const ListMyRoomsQuery = /* @__PURE__ */ numberedPageQuery({ name: optionalText })
export type ListMyRoomsQuery = z.infer<typeof ListMyRoomsQuery>

/** GET /v1/rooms/{id}/posts */
export const ListRoomPostsQuery = /* @__PURE__ */ limitedPageQuery(20, {
  sortBy: z.optional(z.enum(roomPostSortings)),
  tab: z.optional(z.enum(roomPostTabs)),
})
export type ListRoomPostsQuery = z.infer<typeof ListRoomPostsQuery>

/** PATCH /v1/rooms/{roomId}/posts/{postId}/privacy. The response is the post. */
export const RoomPostUpdatePrivacyDto = /* @__PURE__ */ body({ isPublic: z.boolean() })
export type RoomPostUpdatePrivacyDto = z.infer<typeof RoomPostUpdatePrivacyDto>
