/**
 * The feed of user data as the way of an account: `openUserData({ root, feed: userFeed })`. A door of its own, so that an
 * application whose client has no scope for it ships none of it.
 */
export { userFeed } from './deliver/open-feed.ts'
export type { UserFeed } from './deliver/fed.ts'
