import { numbered, numbers, optionalFlag, page, pageOf, texts } from './common.test-support.ts'
import {
  closed,
  flag,
  inside,
  integer,
  listOf,
  number,
  object,
  text,
  words,
} from './describe.test-support.ts'
import { AvatarUrls, User } from './profiles.test-support.ts'

/** What the document says of following. */

const FeaturedUser = object({
  ...texts('id', 'username', 'firstName', 'lastName', 'fullName'),
  verified: flag,
  avatarUrls: inside(AvatarUrls),
  followersCount: number(),
  'bio?': text,
})
export const following = {
  ToggleFollowDto: object({ action: words('follow', 'unfollow') }),
  ToggleFollowResponse: optionalFlag('followed'),
  RemoveFollowerResponse: optionalFlag('removed'),
  ListFollowersQuery: numbered({}, 20),
  ListFollowingQuery: numbered({}, 20),
  UsersProfileListResponse: pageOf(User),
  FeaturedUser,
  FeaturedUsersQuery: closed({ 'limit?': integer({ least: 1, most: 9 }), 'page?': page }),
  FeaturedUsersResponse: pageOf(FeaturedUser),
  FollowFeaturedUsersResult: object({
    ...numbers('requested', 'followed', 'skipped', 'failed'),
    complete: flag,
    'failedItems?': listOf(object({ followeeId: text, reason: text })),
  }),
}
