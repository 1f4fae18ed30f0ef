/**
 * The scopes that a user can grant to an application, as published by the service. An area allows everything in it; each of its
 * children allows a part of it.
 */
const children = {
  bookmark: ['read', 'create', 'delete'],
  collection: ['read', 'create', 'update', 'delete'],
  reading_session: ['read', 'create', 'update'],
  preference: ['read', 'update'],
  activity_day: ['read', 'create', 'estimate', 'update', 'delete'],
  goal: ['read', 'estimate', 'create', 'update', 'delete'],
  streak: ['read', 'update'],
  user: [
    'profile.read',
    'profile.update',
    'rooms.read',
    'search',
    'follow',
    'followers.read',
    'following.read',
  ],
  post: ['read', 'create', 'update', 'delete', 'save', 'like', 'report', 'log', 'export'],
  comment: ['read', 'create', 'delete', 'like'],
  room: [
    'read',
    'create',
    'update',
    'admin',
    'search',
    'invite',
    'join',
    'leave',
    'follow',
    'unfollow',
    'members.read',
    'members.remove',
    'posts.read',
    'posts.update',
  ],
  tag: ['read'],
  note: ['read', 'create', 'update', 'delete', 'publish'],
  /** The feed. Each of its resources also needs the scope of its area. */
  sync: [],
} as const

type Children = typeof children
/** An area, such as `bookmark`: everything that concerns bookmarks. */
export type UserScopeArea = keyof Children
/** `bookmark` or `bookmark.read`. */
export type UserScope =
  UserScopeArea | { [Area in UserScopeArea]: `${Area}.${Children[Area][number]}` }[UserScopeArea]

/** The areas, each of which allows its children. */
export const userScopeAreas = /* @__PURE__ */ Object.keys(children) as UserScopeArea[]

/** Every scope of user data, areas and their children. */
export const userScopes: readonly UserScope[] = /* @__PURE__ */ Object.entries(children).flatMap(
  ([area, parts]) => [area, ...parts.map((part) => `${area}.${part}`)] as UserScope[],
)

/** Scopes without user data: signing in, and a token that can be renewed. */
export const signInScopes = ['openid', 'offline_access'] as const

/** Returns the area of a scope: `bookmark` for `bookmark.read`, and for `bookmark` itself. */
export function areaOfScope(scope: UserScope): UserScopeArea {
  return scope.split('.', 1)[0] as UserScopeArea
}
