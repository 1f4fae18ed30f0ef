import { restoredError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { ScriptedEngine } from '../../worker/scripted-engine.test-support.ts'
import { workerOffline } from '../../link/errors.ts'
import { problemOf, watchProblem, type Problem } from './problem.ts'

const error = (code: string, message = 'It broke. Mend it.') => restoredError({ code, message })

describe('the problem that an error is', () => {
  it.each([
    ['It broke. Mend it. Then rest.', 'It broke.', 'Mend it. Then rest.'],
    ['No answer came from 127.0.0.1. Check it.', 'No answer came from 127.0.0.1.', 'Check it.'],
    ['The step had no effect; try again.', 'The step had no effect; try again.', ''],
    ['no sentence at all', 'no sentence at all', ''],
    ['', '', ''],
  ])('%j is told in two parts', (text, message, remedy) => {
    expect(problemOf(error('network', text))).toMatchObject({ message, remedy })
  })
  it.each([
    ['token_unavailable', 'relay'],
    ['proxy_refused', 'relay'],
    ['network', 'service'],
    ['invalid_resources', 'service'],
    ['something_new', 'service'],
    ['storage_blocked', 'storage'],
    ['quota_exceeded', 'storage'],
    ['newer_format', 'storage'],
    ['worker_failed', 'worker'],
    ['protocol_mismatch', 'worker'],
    ['constructor', 'service'],
  ])('%s is of the %s', (code, part) => {
    expect(problemOf(error(code)).part).toBe(part)
  })
})

describe('a watcher of problems', () => {
  const problem = problemOf(error('network'), { since: 5, nextTryAt: 9 })
  function watch() {
    const engine = new ScriptedEngine()
    const reported: (Problem | null)[] = []
    let now = 100
    const end = watchProblem(
      engine,
      { now: () => now },
      (each) => reported.push(each),
      () => 150,
    )
    return { engine, reported, end, later: () => void (now += 10) }
  }
  it('is told of each change, and of nothing else', () => {
    const { engine, reported } = watch()
    for (const each of [null, null, problem, structuredClone(problem), { ...problem, nextTryAt: 12 }, null])
      engine.tell({ problem: each })
    expect(reported).toEqual([null, problem, { ...problem, nextTryAt: 12 }, null])
  })
  it('is told why there is no status, since when, and when that is tried again', () => {
    const { engine, reported, later } = watch()
    engine.tellProblem(error('worker_lost'))
    later()
    engine.tellProblem(error('worker_lost'))
    engine.tellProblem(error('worker_failed'))
    engine.tell({ problem: null })
    expect(reported).toMatchObject([
      { code: 'worker_lost', part: 'worker', since: 100, nextTryAt: 150 },
      { code: 'worker_failed', since: 110 },
      null,
    ])
  })
  it('says that no answer came where the device is offline, and the worker not on it', () => {
    const { engine, reported } = watch()
    engine.tellProblem(workerOffline())
    engine.tellProblem(error('worker_failed'))
    expect(reported).toMatchObject([{ unanswered: true }, { unanswered: false }])
  })
  it('is told nothing after the end', () => {
    const { engine, reported, end } = watch()
    end()
    engine.tell({ problem })
    engine.tellProblem(error('worker_lost'))
    expect(reported).toEqual([])
  })
})
