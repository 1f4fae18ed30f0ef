/** The counts of posts that users and rooms show. */
export interface PostCounts {
  /** Published posts of a user, those that were taken away left out. */
  ofAuthor(userId: string): number
  /** Likes of all of them together. */
  likesOfAuthor(userId: string): number
  inRoom(roomId: number): number
  /** When the newest post of a room was published, as an instant. */
  latestInRoom(roomId: number): string | undefined
}
