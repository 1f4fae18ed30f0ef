import * as z from 'zod/mini'

/**
 * `roomPostStatus` says who a post speaks for and to, by a number that is read differently in requests and in posts: what is
 * sent as 0 comes back as 2. So there are two lists, and no number is handed from a post to a request as it is.
 */
export const roomPostStatuses = ['asRoom', 'publicly', 'onlyMembers'] as const
export type RoomPostStatus = (typeof roomPostStatuses)[number]

/** The numbers of a request that makes or changes a post. */
export const roomPostStatusInRequests = { asRoom: 0, publicly: 1, onlyMembers: 2 } as const
/** The numbers of a post that was received. */
export const roomPostStatusInPosts = { onlyMembers: 0, publicly: 1, asRoom: 2 } as const

/** In a request: 0 as the room, 1 publicly, 2 only to members. */
export const RequestRoomPostStatus = /* @__PURE__ */ z.literal([0, 1, 2])
export type RequestRoomPostStatus = z.infer<typeof RequestRoomPostStatus>
/** In a post: 0 only to members, 1 publicly, 2 as the room. */
export type PostRoomPostStatus = 0 | 1 | 2

/** What the number in a post means; undefined for a number that the service has added since. */
export function roomPostStatusOfPost<Value extends number>(
  value: Value,
): RoomPostStatus | (Value extends PostRoomPostStatus ? never : undefined) {
  return (['onlyMembers', 'publicly', 'asRoom'] as const)[value] as RoomPostStatus
}

/** What the number in a request means. */
export function roomPostStatusOfRequest(value: RequestRoomPostStatus): RoomPostStatus {
  return (['asRoom', 'publicly', 'onlyMembers'] as const)[value]
}

/** The number that a request sends to leave a received post as it is; undefined for an unknown number. */
export function roomPostStatusForRequest<Value extends number>(
  ofPost: Value,
): RequestRoomPostStatus | (Value extends PostRoomPostStatus ? never : undefined) {
  const status: RoomPostStatus | undefined = roomPostStatusOfPost<number>(ofPost)
  return (status && roomPostStatusInRequests[status]) as RequestRoomPostStatus
}

/** The number that a post carries after such a request. */
export function roomPostStatusForPost(ofRequest: RequestRoomPostStatus): PostRoomPostStatus {
  return roomPostStatusInPosts[roomPostStatusOfRequest(ofRequest)]
}
