import { randomUUID } from 'node:crypto'
import { failed, type ClientReport, type Finding } from '../../doctor/report.ts'
import type { OpenClient } from './adapter.ts'
import { scripts } from './scripts/all.ts'
import { Stage } from './stage.ts'

export interface ConformClientOptions {
  /** Opens the client under test in one tab. */
  readonly open: OpenClient
  /** Name of the client in the report. */
  readonly name?: string | undefined
  /** Names of scripts to run in addition to `quiet`. Default: all. */
  readonly only?: readonly string[] | undefined
  /** The version in the report. */
  readonly version: string
  /** Timeout of one sync in milliseconds. Default 10,000. */
  readonly timeoutMs?: number | undefined
  readonly now?: (() => number) | undefined
  /** Called with each script before it runs. */
  readonly onScript?: ((name: string, number: number, of: number) => void) | undefined
}

const notPlayed = failed('Not played: without trouble it does not store what the service has.')

/** The result if opening the client or reading its rows threw an error. A failed sync does not count. */
const broke = (error: unknown) => failed(`The client broke: ${String(error)}`, 'Look at the adapter first.')

/**
 * Checks a client against a service that misbehaves by script. Judges the rows that the client stored, the rows that readers
 * saw meanwhile, and its requests. The client runs in this process.
 */
export async function conformClient(options: ConformClientOptions): Promise<ClientReport> {
  const { open, name = 'the client', version, timeoutMs = 10_000, now = Date.now, onScript } = options
  const at = new Date(now()).toISOString()
  const run = randomUUID()
  const findings: Finding[] = []
  const { only = scripts.map((script) => script.name) } = options
  const wanted = scripts.filter((script) => script.mistake === undefined || only.includes(script.name))
  for (const [index, { name: check, must, mistake, play }] of wanted.entries()) {
    onScript?.(check, index + 1, wanted.length)
    const stages: Stage[] = []
    const stage = () => {
      const one = new Stage(open, `waraq-conform-${run}-${check}-${stages.length + 1}`, timeoutMs)
      stages.push(one)
      return one
    }
    const isAble = findings.every((finding) => finding.check !== 'quiet' || finding.verdict === 'ok')
    const result = isAble ? await play(stage).catch(broke) : notPlayed
    for (const one of stages) await one.close()
    const from = mistake === undefined ? undefined : `mistake ${mistake} of the guide`
    findings.push({ check, assumed: must, ...(from !== undefined && { from }), ...result })
  }
  return { tool: '@waraq/cli', command: 'conform client', version, at, client: name, findings }
}
