// @vitest-environment happy-dom
import { createApp, createSSRApp, defineComponent, effectScope, h, nextTick, ref, shallowRef } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { describe, expect, it, vi } from 'vitest'
import type { Waraq } from '../../app/create-waraq.ts'
import { keepMs } from '../../app/shared-source.ts'
import {
  describeFramework,
  queryOf,
  ScriptedApp,
  userQuestion,
  type Asked,
} from '../frameworks.test-support.ts'
import { question } from '../react/scripted-store.test-support.ts'
import { useApp, useLiveQuery, WaraqPlugin } from './vue.ts'

const use = (vue: ReturnType<typeof createApp>, app: Waraq) => vue.use(WaraqPlugin, app)

describeFramework({
  mount: (app, asked, show, components = 1) => {
    const state = ref<Asked>(asked)
    const Shown = defineComponent(() => {
      const answer = useLiveQuery(() => queryOf(state.value))
      return () => show(state.value, answer.value)
    })
    const vue = createApp(() => Array.from({ length: components }, () => h(Shown)))
    if (app) use(vue, app)
    const host = document.createElement('div')
    vue.mount(host)
    return {
      text: () => host.textContent,
      ask: (next) => void (state.value = next),
      leave: () => vue.unmount(),
    }
  },
  rendered: () => nextTick(),
})

/** Calls a composable as a component of an application does, without rendering. */
function withApp<T>(app: Waraq, call: () => T) {
  const scope = effectScope()
  const vue = use(createApp({}), app)
  return { result: vue.runWithContext(() => scope.run(call)!), end: () => scope.stop() }
}

describe('a query is given', () => {
  it.each([
    ['as it is', () => question('a')],
    ['as one of a person’s own data', () => userQuestion('a')],
    ['by a getter', () => () => question('a')],
    ['by a ref', () => shallowRef(question('a'))],
  ])('%s', (_, given) => {
    const scripted = new ScriptedApp()
    const { result: answer, end } = withApp(scripted.app, () => useLiveQuery(given()))
    scripted.answer('a', 'one')
    expect(answer.value).toMatchObject({ data: 'one', isPending: false })
    end()
  })
})

it('an answer is that of the query in the very moment in which this changes, and ends with its scope', () => {
  vi.useFakeTimers()
  const scripted = new ScriptedApp()
  const state = ref('a')
  const { result: answer, end } = withApp(scripted.app, () => useLiveQuery(() => question(state.value)))
  scripted.answer('a', 'one')
  state.value = 'b'
  expect(answer.value).toEqual({ data: undefined, error: undefined, isPending: true, problem: null })
  end()
  vi.advanceTimersByTime(keepMs)
  expect(scripted.followed).toEqual([])
  vi.useRealTimers()
})

it('an answer cannot be set', () => {
  const { result: answer, end } = withApp(new ScriptedApp().app, () => useLiveQuery(question('a')))
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  Object.assign(answer, { value: 'mine' })
  expect(answer.value.isPending).toBe(true)
  expect(warned).toHaveBeenCalledOnce()
  end()
})

it('useApp returns what the plugin provides', () => {
  const { app } = new ScriptedApp()
  expect(withApp(app, useApp).result).toBe(app)
})

describe('on a server', () => {
  const page = () => () => {
    const answer = useLiveQuery(question('a'))
    return () => h('p', answer.value.isPending ? 'pending' : answer.value.data)
  }
  const ssrApp = (app: Waraq) => use(createSSRApp(defineComponent(page())), app)

  it('an answer is pending, and nothing begins', async () => {
    const scripted = new ScriptedApp()
    expect(await renderToString(ssrApp(scripted.app))).toBe('<p>pending</p>')
    expect(scripted.begun).toEqual([])
  })

  it('the browser takes its markup over without a mismatch, even if the answer is known there', async () => {
    const scripted = new ScriptedApp()
    const { end } = withApp(scripted.app, () => useLiveQuery(question('a')))
    scripted.answer('a', 'one')
    const host = document.createElement('div')
    host.innerHTML = await renderToString(ssrApp(new ScriptedApp().app))
    const reported = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const vue = ssrApp(scripted.app)
    vue.mount(host)
    await nextTick()
    expect(host.innerHTML).toBe('<p>one</p>')
    for (const each of reported) expect(each).not.toHaveBeenCalled()
    expect(scripted.begun).toEqual(['a'])
    vue.unmount()
    end()
  })

  it('null asks nothing there, either', async () => {
    const vue = createSSRApp(
      defineComponent(() => {
        const answer = useLiveQuery(null)
        return () => h('p', answer.value.isPending ? 'pending' : 'nothing')
      }),
    )
    const html = await renderToString(use(vue, new ScriptedApp().app))
    expect(html).toBe('<p>nothing</p>')
  })
})
