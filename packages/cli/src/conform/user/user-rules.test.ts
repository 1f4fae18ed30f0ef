import { systemClock } from 'waraq/client'
import { createSandbox, type FaultSpec } from '@waraq/sandbox'
import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../../doctor/report.ts'
import { conformUser } from './conform-user.ts'

type Data = { mutations?: Record<string, unknown>[]; lastMutationAt?: number }

interface Account {
  readonly mayWrite?: boolean
  readonly faults?: readonly FaultSpec[]
  /** Changes what the feed answers. */
  readonly change?: (data: Data, request: Request) => Data
  /** Changes what is asked. */
  readonly ask?: (url: URL, request: Request) => void
}

/** The head that the feed told last. */
let lastHead: number | undefined

async function conformed({ mayWrite = true, faults = [], change, ask }: Account) {
  const sandbox = createSandbox({ content: 'small' })
  const { token, clientId } = await sandbox.userToken({ user: 'amina' })
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    ask?.(url, request)
    const answer = await sandbox.fetch(new Request(url, request))
    if (!change || !answer.ok || url.pathname !== '/auth/v1/sync') return answer
    const { data, ...rest } = (await answer.json()) as { data: Data }
    return Response.json({ ...rest, data: change(data, request) })
  }
  // The feed has something to tell.
  const note = { body: 'Words.', ranges: ['2:255-2:255'], saveToQR: false }
  const headers = { 'x-auth-token': token, 'x-client-id': clientId, 'content-type': 'application/json' }
  for (let index = 0; index < 2; index++)
    await sandbox.fetch(
      new Request('http://localhost/auth/v1/notes', { method: 'POST', headers, body: JSON.stringify(note) }),
    )
  for (const fault of faults) sandbox.fault(fault)
  sandbox.clearRequests()
  const report = await conformUser({
    service: { userRoot: 'http://localhost', clientId, token },
    fetch: send,
    clock: systemClock,
    random: () => 0,
    version: '0',
    mayWrite,
  })
  const found = report.findings.filter(({ verdict }) => verdict !== 'ok')
  const listed = await sandbox.fetch(
    new Request('http://localhost/auth/v1/collections?first=20', { headers }),
  )
  return {
    report,
    found: found.map(({ verdict, check }) => `${verdict} ${check}`),
    methods: new Set(sandbox.requests.slice(0, -1).map(({ method }) => method)),
    left: (await listed.text()).includes('waraq conform'),
  }
}

describe('the feed of user data', () => {
  it('that keeps to the rules is told so, and nothing is left in the account', async () => {
    const { report, found, left } = await conformed({})
    expect([found, report.findings.length, exitCodeOf(report), left]).toEqual([[], 11, 0, false])
  })

  it('of an account that must not be changed is read alone', async () => {
    const { report, found, methods } = await conformed({ mayWrite: false })
    expect(found).toEqual(['untested push_told', 'untested push_stale', 'untested push_deleted'])
    expect([[...methods], exitCodeOf(report)]).toEqual([['GET'], 0])
  })

  const isPush = ({ method }: Request) => method === 'POST'
  const rows = (data: Data, keep: (row: Record<string, unknown>) => boolean): Data => ({
    ...data,
    ...(data.mutations && { mutations: data.mutations.filter(keep) }),
  })

  it.each<[string, Account, readonly string[]]>([
    [
      'does not tell what was pushed',
      {
        change: (data, request) =>
          isPush(request)
            ? data
            : rows(data, ({ resource, type }) => resource !== 'COLLECTION' || type === 'DELETE'),
      },
      ['differs push_told'],
    ],
    [
      'does not name what it made',
      {
        change: (data, request) =>
          isPush(request)
            ? { ...data, mutations: data.mutations!.map((row) => ({ ...row, resourceId: undefined })) }
            : data,
      },
      ['differs push_told', 'differs push_deleted'],
    ],
    [
      'takes a push on top of any time',
      {
        ask: (url, request) => {
          if (isPush(request) && lastHead !== undefined)
            url.searchParams.set('lastMutationAt', String(lastHead))
        },
        change: (data) => {
          lastHead = data.lastMutationAt ?? lastHead
          return data
        },
      },
      ['differs push_stale'],
    ],
    [
      'forgets deletions',
      { faults: [{ match: { path: 'user' }, times: null, effect: { userFeed: { forgetDeletions: true } } }] },
      ['differs push_deleted'],
    ],
  ])('that %s is named', async (_, account, expected) => {
    lastHead = undefined
    const { report, found } = await conformed(account)
    expect(found).toEqual(expected)
    expect(exitCodeOf(report)).toBe(1)
  })
})
