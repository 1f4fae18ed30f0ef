import { describe, expect, it } from 'vitest'
import { SandboxError } from '../sandbox-error.ts'
import { smallSandbox } from '../service-client.test-support.ts'
import { checkFault } from './check-fault.ts'
import type { FaultSpec } from './fault.ts'

/** A fault as JSON or JavaScript may give it, whatever its type says. */
const given = (spec: unknown) => spec as FaultSpec

describe('a fault is refused', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'a field of its own',
      { effects: {} },
      /^A fault has no field "effects"\. Its fields are match, times, effect\.$/,
    ],
    ['a match', { match: { paht: 'sync' }, effect: {} }, /^A fault\.match has no field "paht"\./],
    [
      'a pattern',
      { match: { path: { patern: 'x' } }, effect: {} },
      /^A fault\.match\.path has no field "patern"\./,
    ],
    ['an effect', { effect: { stauts: 503 } }, /^A fault\.effect has no field "stauts"\..* status,/],
    [
      'a part of an effect',
      { effect: { cutBody: { after: 5 } } },
      /cutBody has no field "after"\. Its fields are afterBytes, ending\./,
    ],
    [
      'another device',
      { effect: { meanwhile: [{ method: 'GET', path: '/' }, { url: '/' }] } },
      /meanwhile\[1\] has no field "url"\./,
    ],
    ['an inherited name', { effect: { constructor: 1 } }, /has no field "constructor"/],
    ['a missing effect', { match: {} }, /needs an effect/],
  ])('for a mistake in %s', (_, spec, message) => {
    expect(() => checkFault(given(spec))).toThrow(SandboxError)
    expect(() => checkFault(given(spec))).toThrow(message)
  })

  it('by a sandbox and its options', () => {
    const spec = given({ effect: { stauts: 503 } })
    expect(() => smallSandbox({ faults: [spec] })).toThrow(SandboxError)
    const sandbox = smallSandbox()
    expect(() => sandbox.fault(spec)).toThrow(SandboxError)
    expect(sandbox.faults).toEqual([])
  })
})

it('fields of the service and of the application have any name', () => {
  const envelope = { resource_id: 9 }
  const effect = {
    envelope,
    page: { has_more: true },
    headers: { 'x-any': null },
    body: { a: 1 },
    addMutations: [{ type: 'X' }],
  }
  expect(() =>
    checkFault({
      match: { path: /snapshots/, nth: 2 },
      times: null,
      effect: { ...effect, hang: true, userFeed: { refuse: { data: 1 }, page: { b: 1 } } },
    }),
  ).not.toThrow()
})
