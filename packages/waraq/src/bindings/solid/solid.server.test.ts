import { createComponent } from 'solid-js'
import { isServer, renderToString } from 'solid-js/web'
import { expect, it } from 'vitest'
import { ScriptedApp } from '../frameworks.test-support.ts'
import { question } from '../react/scripted-store.test-support.ts'
import { useLiveQuery, WaraqProvider } from './solid.ts'

it('on a server an answer is pending, and nothing begins', () => {
  const scripted = new ScriptedApp()
  const html = renderToString(() =>
    createComponent(WaraqProvider, {
      app: scripted.app,
      get children() {
        const answer = useLiveQuery(() => question('a'))
        return answer().isPending ? 'pending' : answer().data
      },
    }),
  )
  expect([isServer, html, scripted.begun]).toEqual([true, 'pending', []])
})
