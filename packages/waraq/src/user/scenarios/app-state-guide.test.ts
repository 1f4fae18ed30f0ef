import { createAppStateReconciler, QuranHttpError } from '@quranjs/api/public'
import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { appStateStore } from '../app-state/store.ts'
import { appStateTransport } from '../app-state/transport.ts'
import type { AppStateOptions } from '../app-state/open-app-state.ts'
import { stage, valueOf } from '../app-state/stage.test-support.ts'

const guide = readFileSync(new URL('../../../USER-DATA.md', import.meta.url), 'utf8')
const section = guide.slice(guide.indexOf('\n## Documents of your own'))
const examples = [...section.matchAll(/```ts\n(?:import .*\n)+([^]*?)```/g)].map(([, code]) => code!)

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<unknown>
const run = (code: string, names: Readonly<Record<string, unknown>>) =>
  new AsyncFunction(...Object.keys(names), code)(...Object.values(names))

const set = stage()
afterEach(() => set.close())
const sdk = { createAppStateReconciler, QuranHttpError }

it('the first example of the guide keeps a choice, and shows it', async () => {
  const phone = set.device()
  const roots: unknown[] = []
  const openAppState = ({ root, ...options }: AppStateOptions) => {
    roots.push(root)
    return phone.tab(options)
  }
  const shown: unknown[] = []
  const reported: unknown[] = []
  await run(examples[0]!, {
    ...sdk,
    openAppState,
    account: 'amina',
    show: (value: unknown, pending: boolean) => shown.push([value, pending]),
    tell: (blocked: unknown) => reported.push(blocked),
  })
  await expect.poll(() => shown.at(-1)).toEqual([{ reciter: 7 }, true])
  await expect.poll(() => reported.at(-1)).toEqual([])
  expect([roots, await valueOf(phone.tab(), 'reading')]).toEqual([['/user'], { reciter: 7 }])
})

it('the parts of the second example fit the SDK’s reconciler', async () => {
  const asked: string[] = []
  const reconciler = await run(`${examples[1]!}\nreturn reconciler`, {
    ...sdk,
    account: 'amina',
    appStateStore,
    appStateTransport: (options: Parameters<typeof appStateTransport>[0]) =>
      appStateTransport({
        ...options,
        fetch: async (input) => {
          asked.push(new URL(new Request(input).url).pathname)
          return Response.json({ success: false, message: 'No.', type: 'unauthorized' }, { status: 401 })
        },
      }),
    backendConnection: () => ({
      roots: { auth: 'https://reader.example/user/auth', quranReflect: '' },
      credentials: 'include',
      headers: () => Promise.resolve({}),
      renewed: () => undefined,
    }),
    userRootsBelow: () => '',
  })
  const { putDocument, reconcile, getState } = reconciler as ReturnType<typeof createAppStateReconciler>
  await putDocument('settings', 'a', { schemaVersion: 1, value: 1 })
  await expect(reconcile()).rejects.toMatchObject({ status: 401, cause: { code: 'unauthorized' } })
  expect([(await getState()).pendingMutations.length, asked]).toEqual([
    1,
    ['/user/auth/v1/app-state:bootstrap'],
  ])
})
