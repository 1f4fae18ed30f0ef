import * as z from 'zod/mini'

/**
 * `roomPostStatus` says in whose name a post is and who it is for. Its numbers differ between requests and posts: 0 in a
 * request comes back as 2. There are therefore two lists, and a number must never be copied from a post into a request.
 */
export const roomPostStatuses = ['asRoom', 'publicly', 'onlyMembers'] as const
export type RoomPostStatus = (typeof roomPostStatuses)[number]

/** The numbers in a request that creates or changes a post. */
export const roomPostStatusInRequests = { asRoom: 0, publicly: 1, onlyMembers: 2 } as const
/** The numbers in a received post. */
export const roomPostStatusInPosts = { onlyMembers: 0, publicly: 1, asRoom: 2 } as const

/** In a request: 0 as the room, 1 publicly, 2 only to members. */
export const RequestRoomPostStatus = /* @__PURE__ */ z.literal([0, 1, 2])
export type RequestRoomPostStatus = z.infer<typeof RequestRoomPostStatus>
/** In a post: 0 only to members, 1 publicly, 2 as the room. */
export type PostRoomPostStatus = 0 | 1 | 2

/** Returns the meaning of the number in a post; undefined for a number that the service added later. */
export function roomPostStatusOfPost<Value extends number>(
  value: Value,
): RoomPostStatus | (Value extends PostRoomPostStatus ? never : undefined) {
  return (['onlyMembers', 'publicly', 'asRoom'] as const)[value] as RoomPostStatus
}

/** Returns the meaning of the number in a request. */
export function roomPostStatusOfRequest(value: RequestRoomPostStatus): RoomPostStatus {
  return (['asRoom', 'publicly', 'onlyMembers'] as const)[value]
}

/** Returns the number that a request sends to keep the status of a received post; undefined for an unknown number. */
export function roomPostStatusForRequest<Value extends number>(
  ofPost: Value,
): RequestRoomPostStatus | (Value extends PostRoomPostStatus ? never : undefined) {
  const status: RoomPostStatus | undefined = roomPostStatusOfPost<number>(ofPost)
  return (status && roomPostStatusInRequests[status]) as RequestRoomPostStatus
}

/** Returns the number that a post has after a request with this number. */
export function roomPostStatusForPost(ofRequest: RequestRoomPostStatus): PostRoomPostStatus {
  return roomPostStatusInPosts[roomPostStatusOfRequest(ofRequest)]
}
