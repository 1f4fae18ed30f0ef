import type { MiddlewareHandler } from 'hono'
import { faultAnswer } from '../faults/answer-effects.ts'
import { withBodyEffects } from '../faults/body-effects.ts'
import { requestFacts } from '../faults/match.ts'
import { NetworkFault } from '../faults/network-fault.ts'
import type { RouteEnv, ServiceParts } from './context.ts'

/** Lets the faults happen that a request meets; routes apply the effects that are left in `effect`. */
export function meetFaults(parts: ServiceParts): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const facts = requestFacts(c.req.raw)
    const effect = facts ? parts.faults.take(facts) : {}
    c.set('effect', effect)
    if (!facts) return next()
    if (effect.delayMs !== undefined) await parts.sleep(effect.delayMs)
    if (effect.networkError) throw new NetworkFault()
    if (effect.hang === true) await new Promise<never>(() => {})
    const answer = faultAnswer(effect, facts.kind)
    if (answer) c.res = answer
    else await next()
    const { headers, endless, slowBody, cutBody, hang } = effect
    if (headers || endless || slowBody || cutBody || hang) {
      const made = c.res
      // Hono would merge the headers of the earlier answer into the later one.
      c.res = undefined
      c.res = withBodyEffects(made, effect, parts.sleep)
    }
    return undefined
  }
}
