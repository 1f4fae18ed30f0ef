/** The counts of posts that users and rooms show. */
export interface PostCounts {
  /** The number of a user's published posts, without deleted ones. */
  ofAuthor(userId: string): number
  /** The likes of all of them together. */
  likesOfAuthor(userId: string): number
  inRoom(roomId: number): number
  /** The time at which the newest post of a room was published, as an instant. */
  latestInRoom(roomId: number): string | undefined
}
