import { expect, it, vi } from 'vitest'
import { listen } from './listen.ts'

it('hears of all targets until it is ended, and does without those that are none', () => {
  const [page, connection, heard] = [new EventTarget(), new EventTarget(), vi.fn<(type: string) => void>()]
  const end = listen([
    [page, 'online', ({ type }) => heard(type)],
    [connection, 'change', ({ type }) => heard(type)],
    [undefined, 'online', () => heard('nothing')],
    [{ addEventListener: undefined }, 'online', () => heard('nothing')],
  ])
  page.dispatchEvent(new Event('online'))
  connection.dispatchEvent(new Event('change'))
  page.dispatchEvent(new Event('offline'))
  end()
  page.dispatchEvent(new Event('online'))
  expect(heard.mock.calls).toEqual([['online'], ['change']])
})
