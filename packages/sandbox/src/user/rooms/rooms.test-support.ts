import {
  CreatePageResponse,
  PostCreatedResponse,
  postOfResponse,
  RoomCreatedResponseDto,
  RoomListItem,
  RoomProfileResponseDto,
} from '@waraq/protocol/user'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

export type User = Awaited<ReturnType<typeof signedIn>>

/** A sandbox, and all its users signed in. */
export async function allUsers(options: Parameters<typeof userSandbox>[0] = {}) {
  const sandbox = userSandbox(options)
  const names = ['amina', 'idris', 'leyla', 'tariq', 'maria'] as const
  const [amina, idris, leyla, tariq, maria] = await Promise.all(names.map((name) => signedIn(sandbox, name)))
  return { sandbox, amina: amina!, idris: idris!, leyla: leyla!, tariq: tariq!, maria: maria! }
}

export async function makeGroup(user: User, fields: object = {}): Promise<RoomListItem> {
  const body = { name: 'Circle', url: 'circle', ...fields }
  return RoomCreatedResponseDto.parse(await user.post('/v1/rooms/groups', body)).data
}

/** What a page needs to be made. */
export const application = {
  name: 'Library',
  url: 'library',
  jobTitle: 'Librarian',
  contactNumber: '000',
  organizationName: 'A library',
  purpose: 'To tell what is new',
}

export async function makePage(user: User, fields: object = {}): Promise<RoomListItem> {
  const { data } = CreatePageResponse.parse(await user.post('/v1/rooms/pages', { ...application, ...fields }))
  return RoomListItem.parse(data)
}

export async function profile(user: User, { id }: { readonly id: number }) {
  return RoomProfileResponseDto.parse(await user.get(`/v1/rooms/${id}`))
}

/** Publishes something in a room. */
export async function writeIn(user: User, { id }: { readonly id: number }, publishedAt?: string) {
  const post = {
    roomPostStatus: 1,
    body: 'Something to think about.',
    draft: false,
    tags: [],
    references: [{ chapterId: 1, from: 1, to: 2 }],
    mentions: [],
    roomId: id,
    postAsAuthorId: user.id,
    publishedAt: publishedAt ?? '2026-01-01T00:00:00Z',
  }
  return postOfResponse(PostCreatedResponse.parse(await user.post('/v1/posts', { post })))
}
