import { test } from 'vitest'
import { runFleet, hourMs, minuteMs, type Answered } from './fleet.ts'
const N = Number(process.env['N'] ?? 200000)
const S = Number(process.env['S'] ?? 1)
const kinds: Record<string, Answered> = {
  none: { code: 'network', ms: 1000 },
  '503': { code: 'service_failed', ms: 200 },
  '429': { code: 'rate_limited', waitMs: 600_000, ms: 200 },
}
for (const [name, bad] of Object.entries(kinds).filter(([n]) => (process.env['K'] ?? n).includes(n)))
  for (const L of (process.env['L'] ?? '30').split(',').map(Number))
    test(
      name + L,
      () => {
        const t0 = Date.now()
        const from = hourMs,
          to = hourMs + L * minuteMs
        const { requests } = runFleet({
          devices: N,
          subscriptions: S,
          untilMs: to + 6 * hourMs,
          service: (at) => (at >= from && at < to ? bad : { ms: 200 }),
        })
        const k = 1e6 / N
        const mean = (a: number, b: number) => {
          let s = 0
          for (let i = a; i < b; i++) s += requests[i]!
          return Math.round((k * s) / (b - a))
        }
        const peak = (a: number, b: number) => {
          let s = 0
          for (let i = a; i < b; i++) s = Math.max(s, requests[i]!)
          return Math.round(k * s)
        }
        const f = from / 1000,
          e = to / 1000
        const q = (1e6 * S) / 3600
        const x = (n: number) => `${n} (${(n / q).toFixed(2)})`
        console.log(
          name,
          L,
          'quiet',
          mean(600, f),
          peak(600, f),
          'during',
          x(mean(f, e)),
          x(peak(f, e)),
          'first s',
          x(requests[e]! * k),
          'recovery peak',
          x(peak(e, e + 3600)),
          '2h',
          x(peak(e + 7200, e + 10800)),
          '4h',
          x(peak(e + 14400, e + 18000)),
          Date.now() - t0,
          'ms',
        )
      },
      600000,
    )
