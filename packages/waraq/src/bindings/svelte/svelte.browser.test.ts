import { flushSync, hydrate, mount, unmount, type Component } from 'svelte'
import { compile } from 'svelte/compiler'
import { fromStore, writable } from 'svelte/store'
import { expect, it, vi } from 'vitest'
import { describeFramework, queryOf, ScriptedApp, type Asked } from '../frameworks.test-support.ts'
import { setApp, useApp, useLiveQuery } from './svelte.ts'

/** What compiled components call: it has no types. */
const client = (await import('svelte/internal/client' as string)) as object

/** Compiles a component that imports nothing. */
function component(source: string, name: string): Component<Record<string, unknown>> {
  const { js } = compile(source, { generate: 'client', name })
  const code = js.code.replaceAll(/^import .*$/gm, '').replace('export default', 'return')
  return new Function('$', code)(client)
}

const Shown = component(
  `<script>
    const { start, shown } = $props()
    const answer = start()
    const text = $derived(shown(answer))
  </script>{text}`,
  'Shown',
)
const Page = component(
  `<script>
    const { provide, components, Shown, ...rest } = $props()
    provide()
  </script>{#each components as component}<Shown {...rest} />{/each}`,
  'Page',
)

function mountPage(props: Record<string, unknown>) {
  const host = document.createElement('div')
  const page = mount(Page, { target: host, props: { Shown, components: [1], ...props } })
  return { text: () => host.textContent, leave: () => void unmount(page) }
}

describeFramework({
  mount: (app, asked, show, components = 1) => {
    const store = writable<Asked>(asked)
    const state = fromStore(store)
    const page = mountPage({
      components: Array.from({ length: components }),
      provide: () => app && setApp(app),
      start: () => useLiveQuery(() => queryOf(state.current)),
      shown: (answer: ReturnType<typeof useLiveQuery<string>>) => show(state.current, answer),
    })
    return { ...page, ask: (next) => store.set(next) }
  },
  rendered: async () => {
    flushSync()
    await Promise.resolve()
    flushSync()
  },
})

it('useApp returns what setApp was given, in the same component and in those below', () => {
  const { app } = new ScriptedApp()
  const seen: unknown[] = []
  const note = () => void seen.push(useApp())
  const { leave } = mountPage({
    provide: () => {
      setApp(app)
      note()
    },
    start: note,
    shown: () => '',
  })
  expect(seen).toEqual([app, app])
  leave()
})

it('takes over the markup of a server, even if the answer is known', () => {
  const scripted = new ScriptedApp()
  const { leave } = mountPage({
    provide: () => setApp(scripted.app),
    start: () => useLiveQuery(() => queryOf('a')),
    shown: ({ data }: ReturnType<typeof useLiveQuery<string>>) => data ?? '',
  })
  flushSync()
  scripted.answer('a', 'one')
  const Chosen = component(
    `<script>
      const { start } = $props()
      const answer = start()
    </script>{#if answer.isPending}<p>pending</p>{:else}<b>{answer.data}</b>{/if}`,
    'Chosen',
  )
  const host = document.createElement('div')
  host.innerHTML = '<!--[--><!--[0--><p>pending</p><!--]--><!--]-->'
  const reported = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  const start = () => {
    setApp(scripted.app)
    return useLiveQuery(() => queryOf('a'))
  }
  const page = hydrate(Chosen, { target: host, props: { start } })
  flushSync()
  expect(host.querySelector('b')?.textContent).toBe('one')
  expect(host.querySelector('p')).toBeNull()
  for (const each of reported) expect(each).not.toHaveBeenCalled()
  void unmount(page)
  leave()
})
