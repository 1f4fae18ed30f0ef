import {
  CreateCollectionResponse,
  DeleteCollectionResponse,
  ListCollectionsResponse,
  RenameCollectionResponse,
} from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { contents, put, type User, verse, whole } from '../bookmarks/bookmarks.test-support.ts'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

const signIn = () => signedIn(userSandbox(), 'amina')
const path = '/v1/collections'
type Query = Parameters<User['get']>[1]

async function create(user: User, name: string) {
  return CreateCollectionResponse.parse(await user.post(path, { name })).data
}

async function list(user: User, query: Query = {}) {
  return ListCollectionsResponse.parse(await user.get(path, query))
}

const names = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ name }) => name)

describe('a new collection', () => {
  it('is private and empty', async () => {
    const amina = await signIn()
    expect(await create(amina, '  Verses on patience ')).toStrictEqual({
      id: 'collection-1',
      name: 'Verses on patience',
      slug: 'verses-on-patience',
      isPrivate: true,
      isDefault: false,
      updatedAt: '2026-01-01T00:00:00.000Z',
      bookmarksCount: 0,
    })
  })

  it('has a slug of its own', async () => {
    const amina = await signIn()
    const slugs: (string | null)[] = []
    for (const name of ['Hope', 'hope!', 'الصبر', '***']) slugs.push((await create(amina, name)).slug)
    expect(slugs).toStrictEqual(['hope', 'hope-2', 'الصبر', 'collection'])
  })

  it('needs a name and nothing else', async () => {
    const amina = await signIn()
    for (const body of [{ name: '' }, { name: ' \t' }, {}, { name: 'Hope', slug: 'hope' }])
      expect(await amina.refused('POST', path, { body })).toBe('400 invalid_request')
    expect((await list(amina)).data).toStrictEqual([])
  })
})

describe('the list of collections', () => {
  it('is sorted by time or by name', async () => {
    let now = Date.parse('2026-01-05T10:00:00Z')
    const amina = await signedIn(userSandbox({ now: () => now }), 'amina')
    for (const name of ['Mercy', 'hope', 'Patience']) {
      await create(amina, name)
      now += 1000
    }
    expect(names(await list(amina))).toStrictEqual(['Patience', 'hope', 'Mercy'])
    await put(amina, 'collection-1', verse(2, 1))
    expect(names(await list(amina, { sortBy: 'recentlyUpdated' }))).toStrictEqual([
      'Mercy',
      'Patience',
      'hope',
    ])
    expect(names(await list(amina, { sortBy: 'alphabetical' }))).toStrictEqual(['hope', 'Mercy', 'Patience'])
    expect(names(await list(amina, { sortBy: 'alphabeticalDesc' }))).toStrictEqual([
      'Patience',
      'Mercy',
      'hope',
    ])
  })

  it('has the later of two changes at the same instant first', async () => {
    const amina = await signIn()
    for (const name of ['a', 'b']) await create(amina, name)
    expect(names(await list(amina))).toStrictEqual(['b', 'a'])
    await put(amina, 'collection-1', verse(2, 1))
    expect(names(await list(amina))).toStrictEqual(['a', 'b'])
  })

  it('comes in parts both ways', async () => {
    const amina = await signIn()
    for (const name of ['a', 'b', 'c']) await create(amina, name)
    const sortBy = 'alphabetical'
    const first = await list(amina, { sortBy, first: 2 })
    expect(names(first)).toStrictEqual(['a', 'b'])
    const next = await list(amina, { sortBy, first: 2, after: String(first.pagination.endCursor) })
    expect(names(next)).toStrictEqual(['c'])
    expect(next.pagination).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const before = await list(amina, { sortBy, last: 1, before: String(next.pagination.startCursor) })
    expect(names(before)).toStrictEqual(['b'])
    const query = { first: 1, after: 'collection-9' }
    expect(await amina.refused('GET', path, { query })).toBe('422 unprocessable_entity')
  })

  it('can be of those that have bookmarks of a type', async () => {
    const amina = await signIn()
    for (const name of ['verses', 'pages', 'empty']) await create(amina, name)
    await put(amina, 'collection-1', verse(2, 1))
    await put(amina, 'collection-2', whole('page', 2))
    expect(names(await list(amina, { type: 'ayah' }))).toStrictEqual(['verses'])
    expect(names(await list(amina, { type: 'page' }))).toStrictEqual(['pages'])
    expect(names(await list(amina, { type: 'juz' }))).toStrictEqual([])
  })

  it('does not name Favorites', async () => {
    const amina = await signIn()
    await put(amina, '__default__', verse(2, 1))
    expect((await list(amina)).data).toStrictEqual([])
  })
})

describe('a collection', () => {
  it('is renamed, and its time moves', async () => {
    let now = Date.parse('2026-01-05T10:00:00Z')
    const amina = await signedIn(userSandbox({ now: () => now }), 'amina')
    const made = await create(amina, 'Hope')
    now += 1000
    await amina.post(`${path}/${made.id}`, { name: 'Hope' })
    expect((await contents(amina, made.id)).collection).toStrictEqual(made)
    const answer = RenameCollectionResponse.parse(await amina.post(`${path}/${made.id}`, { name: 'Mercy' }))
    expect(answer.data.message).toBe('collection renamed')
    expect((await contents(amina, made.id)).collection).toStrictEqual({
      ...made,
      name: 'Mercy',
      slug: 'mercy',
      updatedAt: '2026-01-05T10:00:01.000Z',
    })
    expect(await amina.refused('POST', `${path}/${made.id}`, { body: { name: ' ' } })).toBe(
      '400 invalid_request',
    )
  })

  it('keeps its slug when it is renamed to the like', async () => {
    const amina = await signIn()
    const { id } = await create(amina, 'Hope')
    await amina.post(`${path}/${id}`, { name: 'HOPE' })
    expect((await contents(amina, id)).collection).toMatchObject({ name: 'HOPE', slug: 'hope' })
  })

  it('is deleted once', async () => {
    const amina = await signIn()
    const { id } = await create(amina, 'Hope')
    const answer = DeleteCollectionResponse.parse(await amina.delete(`${path}/${id}`))
    expect(answer.data.message).toBe('collection deleted')
    expect((await list(amina)).data).toStrictEqual([])
    expect(await amina.refused('DELETE', `${path}/${id}`)).toBe('404 not_found')
    expect(await amina.refused('GET', `${path}/${id}`)).toBe('404 not_found')
    expect(await amina.refused('POST', `${path}/${id}`, { body: { name: 'Hope' } })).toBe('404 not_found')
  })

  it('is its user’s alone', async () => {
    const sandbox = userSandbox()
    const [amina, idris] = [await signedIn(sandbox, 'amina'), await signedIn(sandbox, 'idris')]
    const hers = await create(amina, 'Hope')
    await put(amina, '__default__', verse(2, 1))
    const its = `${path}/${hers.id}`
    for (const [method, at, body] of [
      ['GET', its],
      ['POST', its, { name: 'Mine' }],
      ['DELETE', its],
      ['POST', `${its}/bookmarks`, verse(2, 1)],
    ] as const)
      expect(await idris.refused(method, at, body ? { body } : {})).toBe('404 not_found')
    expect((await list(idris)).data).toStrictEqual([])
    expect((await contents(idris, '__default__')).bookmarks).toStrictEqual([])
    expect((await list(amina)).data).toStrictEqual([hers])
  })

  it('asks for the scope of what is done', async () => {
    const sandbox = userSandbox()
    const reader = await signedIn(sandbox, 'amina', 'collection.read')
    const maker = await signedIn(sandbox, 'amina', 'collection.create')
    const its = `${path}/${(await create(maker, 'Hope')).id}`
    await put(maker, 'collection-1', verse(2, 1))
    for (const [user, method, at, body] of [
      [reader, 'POST', path, { name: 'Mercy' }],
      [reader, 'POST', its, { name: 'Mercy' }],
      [maker, 'POST', its, { name: 'Mercy' }],
      [reader, 'DELETE', its],
      [maker, 'DELETE', its],
      [reader, 'POST', `${its}/bookmarks`, verse(2, 1)],
      [maker, 'DELETE', `${its}/bookmarks`, verse(2, 1)],
      [maker, 'DELETE', `${its}/bookmarks/bookmark-1`],
      [maker, 'GET', path],
      [maker, 'GET', its],
      [maker, 'GET', `${path}/all`],
    ] as const)
      expect(await user.refused(method, at, body ? { body } : {})).toBe('403 insufficient_scope')
  })
})

describe('Favorites', () => {
  it('are there before anything is in them', async () => {
    const amina = await signIn()
    expect(await contents(amina, '__default__')).toStrictEqual({
      collection: {
        id: '__default__',
        name: 'Favorites',
        slug: null,
        isPrivate: true,
        isDefault: true,
        updatedAt: null,
        bookmarksCount: 0,
      },
      bookmarks: [],
      pagination: { hasNextPage: false, hasPreviousPage: false },
    })
  })

  it('can be neither renamed nor deleted', async () => {
    const amina = await signIn()
    const body = { name: 'Mine' }
    expect(await amina.refused('POST', `${path}/__default__`, { body })).toBe('403 forbidden')
    expect(await amina.refused('DELETE', `${path}/__default__`)).toBe('403 forbidden')
  })
})
