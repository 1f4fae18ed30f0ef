import { afterEach, beforeEach, expect, it } from 'vitest'
import { deliverInBackground } from './background.ts'
import { stage, type Stage } from './stage.test-support.ts'

let scene: Stage
beforeEach(() => void (scene = stage()))
afterEach(() => scene.close())

type Listener = (event: { readonly tag: string; waitUntil(work: Promise<unknown>): void }) => void

/** A service worker's scope, and the browser that wakes it. Resolves with what became of the work; undefined: there was none. */
function worker(options: object) {
  let listener: Listener | undefined
  deliverInBackground({ addEventListener: (_: string, each: Listener) => void (listener = each) } as never, {
    ...options,
  })
  return async (tag: string) => {
    let work: Promise<unknown> | undefined
    listener!({ tag, waitUntil: (each) => void (work = each) })
    return work?.then(
      () => 'done',
      (error: { readonly code: string }) => error.code,
    )
  }
}

it('delivers what waits with all pages closed, and says where something is left', async () => {
  const device = scene.device()
  const user = await device.open()
  await user.favorite('2:255')
  user.close()
  const wake = worker(device.options())
  expect(await wake('another')).toBeUndefined()
  scene.sandbox.fault({ match: { path: 'user' }, effect: { status: 429, headers: { 'retry-after': '60' } } })
  expect(await wake('waraq-user')).toBe('background_unfinished')
  expect(await wake('waraq-user')).toBe('done')
  expect(scene.sandbox.requests.map(({ method, status }) => `${method} ${status}`)).toEqual([
    'GET 429',
    'GET 404',
    'POST 200',
  ])
  expect(await wake('waraq-user')).toBe('done')
})

it('a page asks the browser for it with each mutation', async () => {
  const asked: string[] = []
  const registration = { sync: { register: async (tag: string) => void asked.push(tag) } }
  const user = await scene.device().open({ registration: Promise.resolve(registration as never) })
  await user.favorite('2:255')
  await scene.pass(0)
  expect(asked).toEqual(['waraq-user'])
})
