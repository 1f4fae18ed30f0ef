// @vitest-environment happy-dom
import '@angular/compiler'
import {
  type ApplicationRef,
  Component,
  createComponent,
  createEnvironmentInjector,
  input,
  Input,
  inputBinding,
  PLATFORM_ID,
  provideZonelessChangeDetection,
  signal,
} from '@angular/core'
import { createApplication } from '@angular/platform-browser'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Waraq } from '../../app/create-waraq.ts'
import { keepMs } from '../../app/shared-source.ts'
import { describeFramework, queryOf, ScriptedApp, type Asked } from '../frameworks.test-support.ts'
import { question } from '../react/scripted-store.test-support.ts'
import { injectApp, injectLiveQuery, provideWaraq } from './angular.ts'

let root: ApplicationRef
let made = 0
beforeAll(async () => {
  root = await createApplication({ providers: [provideZonelessChangeDetection()] })
  await root.whenStable()
})
afterAll(() => root.destroy())

/** An injector of an application, as that of a route or of a whole application. */
const injectorOf = (app: Waraq | null, ...others: { provide: unknown; useValue: unknown }[]) =>
  createEnvironmentInjector([...(app ? [provideWaraq(() => app)] : []), ...others], root.injector)

describeFramework({
  mount: (app, asked, show, components = 1) => {
    const state = signal(asked)
    class Shown {
      readonly asked = input<Asked>(null)
      readonly answer = injectLiveQuery(() => queryOf(this.asked()))
      readonly shown = () => show(this.asked(), this.answer())
    }
    // Decorators, as Angular's compiler adds them to inputs and as applications write them.
    Input({ isSignal: true, alias: 'asked' } as object)(Shown.prototype, 'asked')
    Component({ selector: `shown-${(made += 1)}`, template: '{{ shown() }}' })(Shown)
    const environmentInjector = injectorOf(app)
    const host = document.createElement('div')
    const mounted = Array.from({ length: components }, () => {
      const component = createComponent(Shown, {
        environmentInjector,
        hostElement: host.appendChild(document.createElement('p')),
        bindings: [inputBinding('asked', state)],
      })
      root.attachView(component.hostView)
      return component
    })
    return {
      text: () => host.textContent,
      ask: (next) => state.set(next),
      leave: () => {
        for (const component of mounted) component.destroy()
      },
    }
  },
  // The application renders by itself, without Zone.js.
  rendered: async () => void (await vi.advanceTimersByTimeAsync(100)),
})

describe('an injector', () => {
  it('has an application made with the first who asks for it, and closed with the injector', () => {
    const scripted = new ScriptedApp()
    const make = vi.fn<() => Waraq>(() => scripted.app)
    const injector = createEnvironmentInjector([provideWaraq(make)], root.injector)
    expect(make).not.toHaveBeenCalled()
    expect(injector.runInContext(injectApp)).toBe(injector.runInContext(injectApp))
    expect([make.mock.calls.length, scripted.closed]).toEqual([1, 0])
    injector.destroy()
    expect(scripted.closed).toBe(1)
  })

  it('that is given asks outside of a component, and ends the query', async () => {
    vi.useFakeTimers()
    const scripted = new ScriptedApp()
    const injector = injectorOf(scripted.app)
    expect(() => injectLiveQuery(() => question('a'))).toThrow(/NG0?203/)
    const answer = injectLiveQuery(() => question('a'), { injector })
    await vi.advanceTimersByTimeAsync(100)
    scripted.answer('a', 'one')
    expect(answer()).toEqual({ data: 'one', error: undefined, isPending: false, problem: null })
    injector.destroy()
    vi.advanceTimersByTime(keepMs)
    expect([scripted.begun, scripted.followed]).toEqual([['a'], []])
    vi.useRealTimers()
  })

  it('of a server leaves a query pending, and begins nothing', async () => {
    const scripted = new ScriptedApp()
    const injector = injectorOf(scripted.app, { provide: PLATFORM_ID, useValue: 'server' })
    const answer = injectLiveQuery(() => question('a'), { injector })
    root.tick()
    expect([answer().isPending, scripted.begun]).toEqual([true, []])
    injector.destroy()
  })
})
