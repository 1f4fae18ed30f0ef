import { compile } from 'svelte/compiler'
import { render } from 'svelte/server'
import type { Component } from 'svelte'
import { expect, it, vi } from 'vitest'
import { ScriptedApp } from '../frameworks.test-support.ts'
import { question } from '../react/scripted-store.test-support.ts'
import { setApp, useLiveQuery } from './svelte.ts'

it('on a server an answer is pending, and nothing begins', async () => {
  const server = await vi.importActual<object>('svelte/internal/server')
  const source = `<script>
    const { start } = $props()
    const answer = start()
  </script><p>{answer.isPending ? 'pending' : answer.data}</p>`
  const { js } = compile(source, { generate: 'server', name: 'Page' })
  const code = js.code.replaceAll(/^import .*$/gm, '').replace('export default', 'return')
  const Page = new Function('$', code)(server) as Component<{ start: () => unknown }>
  const scripted = new ScriptedApp()
  const start = () => {
    setApp(scripted.app)
    return useLiveQuery(() => question('a'))
  }
  const { body } = await render(Page, { props: { start } })
  expect(body).toContain('<p>pending</p>')
  expect(scripted.begun).toEqual([])
})
