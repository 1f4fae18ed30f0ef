import {
  numbered,
  optionalFlag,
  optionalFlags,
  optionalNumbers,
  optionalTexts,
  pageOf,
} from './common.test-support.ts'
import {
  closed,
  flag,
  inside,
  listOf,
  nullable,
  number,
  object,
  text,
  time,
} from './describe.test-support.ts'
import { parts } from './parts.test-support.ts'

/** What the document says of users. */

export const AvatarUrls = object(optionalTexts('small', 'medium', 'large'))
const UserSettings = object({
  'ayahLanguages?': listOf(number()),
  'reflectionLanguages?': listOf(number()),
  ...optionalFlags('customized', 'hideFollowSuggestion', 'showFollowFeaturedSuggestion'),
})
const userFields = {
  avatarUrls: inside(AvatarUrls),
  'settings?': inside(UserSettings),
  createdAt: text,
  joiningYear: number(),
  id: text,
  ...optionalTexts('username', 'firstName', 'lastName', 'bio', 'country', 'languageIsoCode'),
  ...optionalFlags('verified', 'postAs', 'isAdmin', 'followed', 'isPasswordSet'),
  ...optionalNumbers('postsCount', 'followersCount', 'likesCount', 'languageId'),
}
export const User = object(userFields)
export const mutual = { 'mutualFollowers?': listOf(inside(User)), 'mutualFollowersCount?': number() }
const account = optionalTexts('email', 'photoUrl')
const Own = object({ ...userFields, ...account })
const Other = object({ ...userFields, ...mutual })
const RoomUserSearchItem = object({
  id: text,
  avatarUrls: inside(AvatarUrls),
  isFollowed: flag,
  ...optionalTexts('username', 'firstName', 'lastName', 'bio'),
  ...optionalFlags('verified', 'followed', 'isMember'),
  'followersCount?': number(),
})
const { ImageDataUrl } = parts

export const profiles = {
  AvatarUrls,
  UserSettings,
  UserSerializedDto: User,
  UserProfileResponseDto: Own,
  OtherUserProfileDto: Other,
  UserListItem: User,
  UserProfileOfAnyone: object({ ...userFields, ...account, ...mutual }),
  AccountProfile: object({
    'createdAt?': time,
    ...optionalTexts('id', 'email', 'firstName', 'lastName', 'username', 'photoUrl'),
    ...optionalFlags('isAdmin', 'isPasswordSet'),
  }),
  EditProfileDto: object({
    'languageId?': number(),
    'reflectionLanguages?': listOf(text),
    'ayahLanguages?': listOf(text),
    ...optionalFlags('customized', 'hideFollowSuggestion', 'showFollowFeaturedSuggestion'),
  }),
  EditProfileResponse: optionalFlag('success'),
  UpdateProfileBodyDto: object({
    user: object({
      'avatar?': ImageDataUrl,
      ...optionalTexts('firstName', 'lastName'),
      'bio?': nullable(text),
      'country?': nullable(text),
      'removeAvatar?': flag,
    }),
  }),
  GetOwnProfileQuery: closed({ 'qdc?': flag }),
  GetUserQuery: closed({ 'qdc?': flag }),
  GetUserByNameQuery: closed({ 'qdc?': flag }),
  SearchUsersQuery: numbered({
    ...optionalTexts('query', 'postingAsUserId'),
    ...optionalFlags('all', 'postingAs'),
    'roomId?': number(),
  }),
  RoomUserSearchItem,
  RoomUsersSearchResponse: pageOf(RoomUserSearchItem),
}
