import { ObservableValue } from 'waraq/client'
import type { AccountState } from 'waraq/user'
import { settle } from '@waraq/test-support/at-rest'
import { expect, it, vi } from 'vitest'
import { keepChoices } from '../../demo/src/user/keep-choices.ts'
import type { OpenChoices } from '../../demo/src/user/open-choices.ts'

const of = (account: string | null, session: AccountState['session'] = 'signed_in'): AccountState => ({
  account,
  session,
  scope: null,
})

function bench(first: AccountState, loads: () => Promise<void> = async () => undefined) {
  const done: string[] = []
  let isBroken = false
  const open = (root: string, account: string): OpenChoices => {
    done.push(`open ${root} ${account}`)
    return {
      leave: async () => {
        done.push(`leave ${account}`)
        if (isBroken) throw new Error('broken')
      },
      close: () => void done.push(`close ${account}`),
    }
  }
  const account = new ObservableValue<AccountState>(first)
  const end = keepChoices('/user', account, {} as never, async () => {
    await loads()
    return open
  })
  return { account, done, end, break: () => (isBroken = true) }
}

it('opens those of who is signed in, once, and takes them off when the account leaves', async () => {
  const { account, done, end } = bench(of(null, 'signed_out'))
  account.set(of(null, 'unattached'))
  account.set(of('amina'))
  account.set(of('amina', 'unknown'))
  await vi.waitFor(() => expect(done).toEqual(['open /user amina']))
  account.set(of(null, 'signed_out'))
  await vi.waitFor(() => expect(done.slice(1)).toEqual(['leave amina']))
  account.set(of('idris'))
  await vi.waitFor(() => expect(done.slice(2)).toEqual(['open /user idris']))
  end()
  await vi.waitFor(() => expect(done.slice(3)).toEqual(['close idris']))
})

it('without a network they are open all the same; who has signed out has none', async () => {
  const { done } = bench(of('amina', 'unknown'))
  await vi.waitFor(() => expect(done).toEqual(['open /user amina']))
  const out = bench(of('amina', 'signed_out'))
  await settle()
  expect(out.done).toEqual([])
})

it('where the documents cannot be taken off, the next account still gets its own', async () => {
  const scene = bench(of('amina'))
  await vi.waitFor(() => expect(scene.done).toHaveLength(1))
  scene.break()
  scene.account.set(of('idris'))
  await vi.waitFor(() =>
    expect(scene.done).toEqual(['open /user amina', 'leave amina', 'close amina', 'open /user idris']),
  )
})

it('of an account that left while the code was loaded nothing is opened', async () => {
  let loaded = () => {}
  const loading = new Promise<void>((resolve) => (loaded = resolve))
  const { account, done } = bench(of('amina'), () => loading)
  account.set(of('idris'))
  loaded()
  await vi.waitFor(() => expect(done).toEqual(['open /user idris']))
})
