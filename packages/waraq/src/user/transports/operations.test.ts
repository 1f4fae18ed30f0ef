import { directConnection } from '../../client/user/user-connection.ts'
import { userRootsBelow } from '@waraq/protocol/user'
import { createSandbox } from '@waraq/sandbox'
import { failure } from '@waraq/test-support/failure'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Observed } from '../model/decide.ts'
import {
  bookmarkOf,
  collectionKeyed,
  favoritesKey,
  memberOf,
  noteKeyed,
  place,
  readingIn,
  settingOf,
  type Entity,
  type Target,
  type Value,
} from '../model/entity.ts'
import { operationsTransport } from './operations.ts'
import type { Subject, UserTransport } from './transport.ts'

const now = Date.parse('2026-03-02T12:00:00Z')
const verse = { type: 'ayah', key: 2, verseNumber: 255 } as const
const page = { type: 'page', key: 42 } as const
const ranges = ['2:255-2:255']

let sandbox: ReturnType<typeof createSandbox>
let transport: UserTransport
let offsets: (number | null)[]

beforeEach(() => {
  sandbox = createSandbox({ content: 'small', now: () => now })
  offsets = []
  transport = transportWith((input, init) => sandbox.fetch(new Request(input, init)))
})

const transportWith = (fetch: typeof globalThis.fetch) =>
  operationsTransport({
    connection: directConnection({
      root: userRootsBelow('http://localhost'),
      tokens: { get: () => sandbox.userToken({ user: 'amina' }) },
    }),
    fetch,
    account: 'amina',
    mushafId: 1,
    onAnswer: ({ serverTime }) => void offsets.push(serverTime),
    onUnexpected: () => undefined,
  })
const answerOf = (body: string) =>
  Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
const unclear = { code: 'invalid_response', retryable: true }

const call = { signal: new AbortController().signal }
const noneKnown = async () => new Set<string>()

const subjectOf = (entity: Entity, desired: Value | null, more: Partial<Subject> = {}): Subject => ({
  entity,
  desired,
  ...more,
})
const probe = (subject: Subject): Promise<Observed> => transport.probe(subject, noneKnown, call)
const send = (subject: Subject, from: Value | null) => transport.send(subject, from, call)

describe('what was sent is seen, and what was taken back is not', () => {
  it.each<[string, Entity]>([
    ['a favorite', memberOf(favoritesKey, verse)],
    ['a bookmark of a page', bookmarkOf(page)],
  ])('%s', async (_, entity) => {
    expect(await probe(subjectOf(entity, true))).toMatchObject({ value: null })
    await send(subjectOf(entity, true), null)
    // Each may be sent twice: the outcome of the first may be unknown.
    await send(subjectOf(entity, true), null)
    expect(await probe(subjectOf(entity, true))).toMatchObject({ value: true })
    await send(subjectOf(entity, null), true)
    await send(subjectOf(entity, null), true)
    expect(await probe(subjectOf(entity, null))).toMatchObject({ value: null })
  })

  it('a reading bookmark, at a verse or a page, in place of where it was', async () => {
    const entity = readingIn(1)
    const at = (target: Target, name: string | null = null) => ({
      name,
      target,
      ...(target.type === 'page' && { mushafId: 1 as const }),
    })
    const observedFor = async (desired: Value | null) => (await probe(subjectOf(entity, desired))).value
    expect(await observedFor(at(verse))).toBeNull()
    await send(subjectOf(entity, at(verse)), null)
    await send(subjectOf(entity, at(verse)), null)
    expect(await observedFor(null)).toEqual(at(verse))
    // By the operations it has no name: that is kept here.
    expect(await observedFor(at(verse, 'Night'))).toEqual(at(verse, 'Night'))
    await send(subjectOf(entity, at(page)), at(verse))
    expect(await observedFor(null)).toEqual(at(page))
    await send(subjectOf(entity, null), at(page))
    expect(await observedFor(null)).toBeNull()
  })

  it('a collection and what is in it', async () => {
    const entity = collectionKeyed('collection|new:1')
    const { id } = await send(subjectOf(entity, { name: 'Ramadan' }), null)
    expect(await probe(subjectOf(entity, { name: 'Ramadan' }))).toMatchObject({
      value: { name: 'Ramadan' },
      id,
    })
    const member = subjectOf(memberOf(entity.key, verse), true, { ownerId: id })
    await send(member, null)
    expect(await probe(member)).toEqual({ value: true })
    await send({ ...member, desired: null }, true)
    expect(await probe({ ...member, desired: null })).toEqual({ value: null })
    await send(subjectOf(entity, { name: 'Shaban' }, { id }), { name: 'Ramadan' })
    expect((await probe(subjectOf(entity, null, { id }))).value).toEqual({ name: 'Shaban' })
    await send(subjectOf(entity, null, { id }), { name: 'Shaban' })
    expect(await probe(subjectOf(entity, null, { id }))).toEqual({ value: null })
    expect(await probe({ ...member, desired: null })).toEqual({ value: null })
  })

  it('a note, by its text where no id is known', async () => {
    const desired = { body: 'To think about.', ranges }
    const entity = noteKeyed('note|new:1', ranges)
    const { id } = await send(subjectOf(entity, desired), null)
    const lost = subjectOf(entity, desired, { sent: { desired, since: now } })
    expect(await probe(lost)).toEqual({ value: desired, id })
    expect(await transport.probe(lost, async (ids) => new Set(ids), call)).toEqual({ value: null })
    expect(await probe({ ...lost, sent: { desired, since: now + 3_600_000 } })).toEqual({ value: null })
    expect(await probe({ ...lost, sent: { desired, since: undefined } })).toEqual({ value: desired, id })
    const next = { body: 'Thought about.', ranges }
    expect(await send(subjectOf(entity, next, { id }), desired)).toEqual({ id })
    expect(await probe(subjectOf(entity, next, { id }))).toEqual({ value: next, id })
    await send(subjectOf(entity, null, { id }), next)
    expect(await probe(subjectOf(entity, null, { id }))).toEqual({ value: null })
  })

  it('a setting and the place', async () => {
    const theme = settingOf({ group: 'theme', key: 'type' })
    expect(await probe(subjectOf(theme, { value: 'dark' }))).toEqual({ value: null })
    await send(subjectOf(theme, { value: 'dark' }), null)
    expect(await probe(subjectOf(theme, { value: 'dark' }))).toEqual({ value: { value: 'dark' } })
    const here = { chapter: 18, verse: 60 }
    expect(await probe(subjectOf(place, here))).toEqual({ value: null })
    await send(subjectOf(place, here), null)
    expect(await probe(subjectOf(place, here))).toEqual({ value: here, at: now })
  })
})

describe('a request', () => {
  it('is tried once: who calls knows what a repeat may do', async () => {
    sandbox.fault({ match: { path: 'user' }, times: Infinity, effect: { status: 503 } })
    const error = await failure(send(subjectOf(memberOf(favoritesKey, verse), true), null))
    expect(error).toMatchObject({ code: 'outcome_unknown' })
    expect(await failure(probe(subjectOf(place, null)))).toMatchObject({ code: 'service_failed' })
    expect(sandbox.requests).toHaveLength(2)
  })
  it.each(['{"success":true,"data":1e308}', '{"success":true,"data":{}}', '{}'])(
    'leaves it open whether something was made where the answer is %s',
    async (body) => {
      const lost = transportWith(() => answerOf(body))
      for (const subject of [
        subjectOf(noteKeyed('note|new:1', ranges), { body: 'To think about.', ranges }),
        subjectOf(collectionKeyed('collection|new:1'), { name: 'Ramadan' }),
      ])
        expect(await failure(lost.send(subject, null, call))).toMatchObject(unclear)
    },
  )
  it.each(['{"success":true,"data":1e308}', '{}'])('that is answered with %s sees nothing', async (body) => {
    const blind = transportWith(() => answerOf(body))
    for (const entity of [memberOf(favoritesKey, verse), bookmarkOf(page), readingIn(1), place])
      expect(await failure(blind.probe(subjectOf(entity, null), noneKnown, call))).toMatchObject(unclear)
  })
  it('does not begin where its caller has lost the right to it', async () => {
    const beforeSend = () => {
      throw new Error('superseded')
    }
    const favorite = subjectOf(memberOf(favoritesKey, verse), true)
    expect(await failure(transport.send(favorite, null, { ...call, beforeSend }))).toMatchObject({
      message: 'superseded',
    })
    expect(sandbox.requests).toHaveLength(0)
  })
  it('tells the service’s time', async () => {
    await probe(subjectOf(place, null))
    expect(offsets).toEqual([now])
  })
  it('takes no setting away: the service has no way to', async () => {
    const theme = settingOf({ group: 'theme', key: 'type' })
    expect(await failure(send(subjectOf(theme, null), { value: 'dark' }))).toMatchObject({
      code: 'invalid_argument',
    })
  })
})
