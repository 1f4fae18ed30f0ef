import type {
  Author,
  AvatarUrls,
  Mention,
  OtherUserProfileDto,
  UserListItem,
  UserProfileOfAnyone,
  UserProfileResponseDto,
  UserSerializedDto,
} from '@waraq/protocol/user'
import type { PostCounts } from '../parts/post-counts.ts'
import type { Follows } from './follows.ts'
import type { People } from './people.ts'
import type { Person } from './person.ts'
import { pictureUrl } from './pictures.ts'

/** The areas from which a profile is created. */
export interface ProfileSources {
  readonly people: People
  readonly follows: Follows
  readonly counts: PostCounts
}

/** The API documentation does not say what a user without a picture has. Here it has no addresses. */
export function avatarUrlsOf({ avatar }: Person): AvatarUrls {
  if (avatar === undefined) return {}
  return {
    small: pictureUrl(avatar, 'small'),
    medium: pictureUrl(avatar, 'medium'),
    large: pictureUrl(avatar, 'large'),
  }
}

/** A user as the author of a text. */
export function authorOf(person: Person): Author {
  const { id, username, firstName, lastName, verified } = person
  return { avatarUrls: avatarUrlsOf(person), id, username, firstName, lastName, verified }
}

/** The fields of a mention in addition to the user. */
export interface MentionFacts {
  readonly displayName: string
  /** The positions in the text. */
  readonly locations: unknown
  readonly followersCount: number
}

/** A user who is mentioned in a text. */
export function mentionOf(person: Person, { displayName, locations, followersCount }: MentionFacts): Mention {
  return { ...authorOf(person), displayName, locations, followersCount }
}

/** The fields that all variants have. */
export function serializedUser({ follows, counts }: ProfileSources, person: Person): UserSerializedDto {
  const { id, createdAt, username, firstName, lastName, verified, isAdmin } = person
  return {
    avatarUrls: avatarUrlsOf(person),
    settings: person.settings,
    createdAt,
    joiningYear: Number(createdAt.slice(0, 4)),
    id,
    username,
    firstName,
    lastName,
    bio: person.bio ?? undefined,
    country: person.country ?? undefined,
    verified,
    postAs: false,
    postsCount: counts.ofAuthor(id),
    followersCount: follows.followersOf(id).length,
    likesCount: counts.likesOfAuthor(id),
    languageId: person.languageId,
    isAdmin,
    languageIsoCode: person.languageIsoCode,
  }
}

/** A user as another user sees it in a list. */
export function listedUser(sources: ProfileSources, person: Person, viewerId: string): UserListItem {
  return {
    ...serializedUser(sources, person),
    followed: sources.follows.follows(viewerId, person.id),
  }
}

/** Includes the fields of the connected account if they are requested and there is one. */
export function ownProfile(
  sources: ProfileSources,
  person: Person,
  { qdc = false }: { readonly qdc?: boolean | undefined },
): UserProfileResponseDto {
  const { account, id } = person
  const own = serializedUser(sources, person)
  return qdc && account ? { ...own, ...account, photoUrl: pictureUrl(`account-${id}`, 'photo') } : own
}

/** Includes the user's followers whom the requesting user follows. */
function otherProfile(sources: ProfileSources, person: Person, viewerId: string): OtherUserProfileDto {
  const { people, follows } = sources
  const mutual = follows
    .followersOf(person.id)
    .filter((id) => follows.follows(viewerId, id))
    .map((id) => people.need(id))
  return { ...listedUser(sources, person, viewerId), ...mutualFields(sources, mutual, viewerId) }
}

/** Followers or members whom the requesting user follows, as profiles of users and rooms list them. */
export function mutualFields(sources: ProfileSources, mutual: readonly Person[], viewerId: string) {
  return {
    mutualFollowers: mutual.map((person) => listedUser(sources, person, viewerId)),
    mutualFollowersCount: mutual.length,
  }
}

/**
 * The profile of the requesting user or of another user. Only the requesting user's own profile has the fields of the
 * account.
 */
export function profileFor(
  sources: ProfileSources,
  person: Person,
  { viewerId, qdc }: { readonly viewerId: string; readonly qdc: boolean | undefined },
): UserProfileOfAnyone {
  return person.id === viewerId
    ? ownProfile(sources, person, { qdc })
    : otherProfile(sources, person, viewerId)
}
