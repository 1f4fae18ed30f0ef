import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RelayClock } from '../clock.ts'
import type { RelayLog } from '../events/log.ts'

/** The operator's metrics, computed from the events that a handler passes to `observe`. */
export interface RelayMetrics {
  readonly observe: RelayLog
  /** In the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  /** Whether callers can be served: there is a token, or no pause after a failed request for one. */
  isReady(): boolean
}

/** Creates the metrics of one process; the collector adds up those of a fleet. Names start with `waraq_relay_`. */
export function relayMetrics(clock: Pick<RelayClock, 'monotonic'>): RelayMetrics {
  const registers = [new Registry()]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `waraq_relay_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `waraq_relay_${name}`,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })

  let tokenSince = -Infinity
  let tokenUntil = -Infinity
  let pausedUntil = -Infinity
  const now = () => clock.monotonic()
  const left = (until: number) => Math.max(0, (until - now()) / 1000)

  const requests = counter('requests_total', 'Requests answered', 'route', 'status')
  const seconds = new Histogram({
    name: 'waraq_relay_request_seconds',
    help: 'Time until the headers of an answer',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const refusals = counter('refusals_total', 'Requests refused', 'reason')
  const limited = counter('limited_total', 'Requests beyond a limit', 'limit')
  const preempted = counter('preempted_total', 'Answers ended so that another client gets its share of slots')
  const issuer = counter('issuer_requests_total', 'Requests to the token issuer', 'result', 'reason')
  const takenOver = counter('tokens_taken_over_total', 'Tokens that another process of the fleet got')
  const older = counter(
    'served_older_total',
    'Times that an older token was used because the issuer gave none',
  )
  const unavailable = counter('unavailable_total', 'Requests for which there was no token')
  const store = counter('store_failures_total', 'Failures of the shared store')
  const upstream = counter(
    'upstream_failures_total',
    'Answers of the service that a proxy could not pass on',
    'status',
  )
  const spent = counter('renewals_spent_total', 'Renewals not made, because those of the day were used up')
  const doubled = counter('cookies_doubled_total', 'Requests with two cookies of one name')
  const defects = counter('failures_total', 'Requests at which the relay itself failed')
  gauge('token_age_seconds', 'Age of the token in use; 0 without one', () =>
    now() < tokenUntil ? (now() - tokenSince) / 1000 : 0,
  )
  gauge('token_left_seconds', 'What the token in use has left', () => left(tokenUntil))
  gauge('breaker_left_seconds', 'For how long the issuer is left alone', () => left(pausedUntil))

  function hold(lifeSeconds: number): void {
    tokenSince = now()
    tokenUntil = now() + lifeSeconds * 1000
    pausedUntil = -Infinity
  }

  function observe(entry: Parameters<RelayLog>[0]): void {
    switch (entry.event) {
      case 'answered':
        requests.inc({ route: entry.route, status: entry.status })
        return seconds.observe({ route: entry.route }, entry.ms / 1000)
      case 'refused':
        return refusals.inc({ reason: entry.reason })
      case 'limited':
        return limited.inc({ limit: entry.limit })
      case 'preempted':
        return preempted.inc()
      case 'issued':
        hold(entry.lifeSeconds)
        return issuer.inc({ result: 'issued', reason: '' })
      case 'taken_over':
        hold(entry.lifeSeconds)
        return takenOver.inc()
      case 'issuer_refused':
      case 'issuer_failed':
        pausedUntil = now() + entry.pauseMs
        return issuer.inc({ result: entry.event.slice('issuer_'.length), reason: entry.reason })
      case 'served_older':
        return older.inc()
      case 'unavailable':
        return unavailable.inc()
      case 'store_failed':
        return store.inc()
      case 'upstream_failed':
        return upstream.inc({ status: entry.status })
      case 'renewals_spent':
        return spent.inc()
      case 'cookie_doubled':
        return doubled.inc()
      case 'relay_failed':
        return defects.inc()
    }
  }

  return {
    observe,
    text: () => registers[0]!.metrics(),
    contentType: registers[0]!.contentType,
    isReady: () => now() < tokenUntil || now() >= pausedUntil,
  }
}
