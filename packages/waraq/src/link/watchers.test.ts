import { restoredError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { ScriptedCallee, type SampleShape } from './scripted-callee.test-support.ts'
import { Watchers } from './watchers.ts'

/** However many listen, the worker has one watch; a later listener gets the latest status. */

const problem = restoredError({ code: 'worker_lost', message: 'gone' })

function listener(watchers: Watchers<SampleShape['status']>) {
  const heard: string[] = []
  const end = watchers.add(
    ({ name }) => heard.push(name),
    ({ code }) => heard.push(code),
  )
  return { heard, end }
}

describe('watchers', () => {
  it('ask one engine once, for as long as one of them listens', () => {
    const [watchers, engine] = [new Watchers<SampleShape['status']>(), new ScriptedCallee()]
    watchers.follow(engine)
    expect([watchers.listening, engine.listeners.size]).toEqual([false, 0])
    const [one, two] = [listener(watchers), listener(watchers)]
    expect([watchers.listening, engine.listeners.size]).toEqual([true, 1])
    engine.tell('a')
    one.end()
    one.end()
    engine.tell('b')
    expect([one.heard, two.heard, engine.listeners.size]).toEqual([['a'], ['a', 'b'], 1])
    two.end()
    expect([watchers.listening, engine.listeners.size]).toEqual([false, 0])
  })
  it('that come later are told what is known, status or problem', () => {
    const [watchers, engine] = [new Watchers<SampleShape['status']>(), new ScriptedCallee()]
    watchers.follow(engine)
    listener(watchers)
    engine.tell('a')
    expect(listener(watchers).heard).toEqual(['a'])
    engine.tellProblem(problem)
    expect(listener(watchers).heard).toEqual(['a', 'worker_lost'])
    engine.tell('b')
    expect(listener(watchers).heard).toEqual(['b'])
  })
  it('follow the next engine, and hear nothing more of the last one nor what it said', () => {
    const [watchers, old, next] = [
      new Watchers<SampleShape['status']>(),
      new ScriptedCallee(),
      new ScriptedCallee(),
    ]
    watchers.follow(old)
    const { heard } = listener(watchers)
    old.tell('old')
    watchers.follow(undefined)
    expect([old.listeners.size, listener(watchers).heard]).toEqual([0, []])
    watchers.follow(next)
    next.tell('next')
    expect(heard).toEqual(['old', 'next'])
  })
  it('asking again reads again', () => {
    const [watchers, engine] = [new Watchers<SampleShape['status']>(), new ScriptedCallee()]
    watchers.follow(engine)
    listener(watchers)
    engine.tell('a')
    const [before] = engine.listeners
    watchers.again()
    expect([engine.listeners.size, engine.listeners.has(before!)]).toEqual([1, false])
    expect(listener(watchers).heard).toEqual([])
  })
  it('that throw harm no other, and those that want no problem are told none', () => {
    const [watchers, engine] = [new Watchers<SampleShape['status']>(), new ScriptedCallee()]
    watchers.follow(engine)
    watchers.add(() => {
      throw new Error("the application's own")
    })
    const { heard } = listener(watchers)
    engine.tell('a')
    watchers.tellProblem(problem)
    expect(heard).toEqual(['a', 'worker_lost'])
  })
  it('hear nothing once all is closed', () => {
    const [watchers, engine] = [new Watchers<SampleShape['status']>(), new ScriptedCallee()]
    watchers.follow(engine)
    const { heard } = listener(watchers)
    watchers.close()
    watchers.tellProblem(problem)
    expect([heard, engine.listeners.size, watchers.listening]).toEqual([[], 0, false])
  })
})
describe('the problem of a source', () => {
  it('is forgotten once the last listener ends, and that of a missing source is not', () => {
    const [watchers, engine] = [new Watchers<SampleShape['status']>(), new ScriptedCallee()]
    watchers.follow(engine)
    const first = listener(watchers)
    engine.tellProblem(problem)
    first.end()
    expect(listener(watchers).heard).toEqual([])
    watchers.follow(undefined)
    watchers.tellProblem(problem)
    expect(listener(watchers).heard).toEqual(['worker_lost'])
  })
})

describe('a source that knows the status of this moment', () => {
  it('is asked for it by each that comes', () => {
    const watchers = new Watchers<string>()
    let reported = 0
    watchers.follow({ watch: () => () => undefined, now: () => `status ${++reported}` })
    const heard: string[] = []
    watchers.add((status) => heard.push(status))
    watchers.add((status) => heard.push(status))
    expect(heard).toEqual(['status 1', 'status 2'])
  })
})
