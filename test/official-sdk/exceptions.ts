/**
 * Where this project and the official client differ, each with its reason and the day on which it was looked at. What is not
 * listed is the same.
 */
export interface Exception {
  readonly since: string
  readonly reason: string
}

const since = '2026-11-22'
const appState =
  'App State: documents of an application’s own, a catalogue apart, which app-state.test.ts compares'
const connectedApps = 'about the account at the service, which applications do not manage'
const closedGroups =
  'requests to join a closed group, which came after the documents that this catalogue is made from'

/** Operations of the SDK that the catalogue and the sandbox do not have. */
export const onlyInSdk: Readonly<Record<string, Exception>> = {
  'auth GET /v1/users/csrf-token': { since, reason: connectedApps },
  'auth GET /v1/users/connected-apps': { since, reason: connectedApps },
  'auth POST /v1/users/connected-apps/{appId}/lifecycle': { since, reason: connectedApps },
  'auth GET /v1/app-state:config': { since, reason: appState },
  'auth GET /v1/app-state:bootstrap': { since, reason: appState },
  'auth GET /v1/app-state:changes': { since, reason: appState },
  'auth GET /v1/app-state/{collection}': { since, reason: appState },
  'auth GET /v1/app-state/{collection}/{key}': { since, reason: appState },
  'auth PUT /v1/app-state/{collection}/{key}': { since, reason: appState },
  'auth DELETE /v1/app-state/{collection}/{key}': { since, reason: appState },
  'quranReflect GET /v1/rooms/{groupId}/join-request': { since, reason: closedGroups },
  'quranReflect POST /v1/rooms/{groupId}/join-request': { since, reason: closedGroups },
  'quranReflect DELETE /v1/rooms/{groupId}/join-request': { since, reason: closedGroups },
  'quranReflect GET /v1/rooms/{groupId}/join-requests': { since, reason: closedGroups },
  'quranReflect POST /v1/rooms/{groupId}/join-requests/{userId}/approve': { since, reason: closedGroups },
  'quranReflect DELETE /v1/rooms/{groupId}/join-requests/{userId}': { since, reason: closedGroups },
  'quranReflect POST /v1/comments/{id}/report': {
    since,
    reason: 'came after the documents that this catalogue is made from',
  },
  'quranReflect GET /v1/explore': {
    since,
    reason: 'neither what it takes nor what it answers is documented',
  },
}

/** Calls whose answers the SDK changes on their way, with what an application sees of it. */
export const changedBySdk: Readonly<Record<string, Exception & { readonly seen: RegExp }>> = {
  'posts.exportPdf': {
    since,
    reason: 'it reads a file as text, and says nothing of its type',
    seen: /application\/pdf/,
  },
  'rooms.invite': {
    since,
    reason: 'it writes keys in camel case, also where a key is an id: `user-7` becomes `user7`',
    seen: /to match object { invited: true/,
  },
}
