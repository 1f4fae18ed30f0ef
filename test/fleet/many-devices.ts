import { hourMs, minuteMs, secondMs, type Answered, type Happening } from './fleet.ts'
import { each, from, good, scenarios, trouble, upTo, type Kind, type Scenario } from './scenarios.ts'

/** Pages that sleep, and what tokens are asked for. */

const outage: Kind = () => ({ code: 'service_failed', ms: 200 })
const refusal: Answered = { code: 'unauthorized', ms: 200 }

/**
 * All devices fall asleep at once, and each wakes at a random time of a stretch after the trouble, and no reader looks at its
 * page. The network of a device that slept long comes back a few seconds later.
 */
const asleep = (minutes: number, wakingMs: number) => ({
  *happenings(devices: number): Generator<Happening> {
    yield* each(upTo(devices), 'sleep', from, secondMs)
    const to = from + minutes * minuteMs
    yield* each(upTo(devices), 'thaw', to, wakingMs)
    if (minutes > 30) yield* each(upTo(devices), 'online', to + 5 * secondMs, wakingMs)
  },
})

export const sleepers: readonly Scenario[] = [
  trouble(
    'pages that sleep through 30 min of 503, each woken at a random time of the next hour',
    30,
    outage,
    {
      ...asleep(30, hourMs),
    },
  ),
  trouble(
    'pages that sleep through 30 min of 503, all woken within a minute',
    30,
    outage,
    asleep(30, minuteMs),
  ),
  trouble(
    'pages that sleep through 300 min of 503, all woken within a minute',
    300,
    outage,
    asleep(300, minuteMs),
  ),
]

const keysAt = from + 30 * minuteMs

const firstVisits = (minutes: number, most: Scenario['most']) =>
  trouble(`a hundred thousand first visits within ${minutes} min`, minutes, () => good, {
    empty: { share: 0.1, from, to: from + minutes * minuteMs },
    ...(most ? { most } : {}),
  })

export const tokenTroubles: readonly Scenario[] = [
  trouble('each token is refused with 401 for 30 min', 30, () => refusal, {
    // The client renews a refused token and asks once more, so each try is two requests.
    most: { mean: 3.5, peak: 5 },
  }),
  trouble('the service changes its keys: each token of before is refused', 30, () => good, {
    // In the middle of the life of the token that all have.
    from: keysAt,
    service: (at, _, __, issuedAt) => (at >= keysAt && issuedAt < keysAt ? refusal : good),
  }),
  trouble('the issuer gives no token for 120 min', 120, () => good, {
    relay: { issuer: (at) => (at >= from && at < from + 2 * hourMs ? 'failed' : 'token') },
  }),
  firstVisits(10, {}),
  // The relay lets through a thousand a second.
  firstVisits(1, { mean: 5, peak: 5, recovery: 5 }),
]

const shownOf = new Set([
  'quiet',
  'no answer, 30 min',
  '503, 30 min',
  '503, 300 min',
  '429, `Retry-After` the date of its end, 30 min',
  'a release: each page starts within a second',
  'a release in the middle of 30 min of 503',
  'one in a hundred devices behind a captive network for 30 min, which opens within a second',
  'readers who come and go, 503 for 30 min at noon',
])

/** Those whose tokens are told. */
export const withTokens: readonly Scenario[] = [
  ...scenarios.filter(({ name }) => shownOf.has(name)),
  ...tokenTroubles,
  ...sleepers.slice(-1),
]
