import { resourceGroups } from '@waraq/protocol'
import type { DoctorCommand } from '../command.ts'
import type { Host } from '../host.ts'
import { showingSteps } from '../progress.ts'
import { withService } from '../service/open-service.ts'
import type { Secrets } from '../service/secrets.ts'
import type { Service } from '../service/service.ts'
import { examine } from './examine.ts'
import type { Report } from './report.ts'
import { showReport } from './report-text.ts'
import { recordAnswers, recordingText, replay, type Recording } from './recording.ts'

interface Wanted {
  readonly service: Service
  readonly origin: string
  readonly watchMs: number
  readonly groups: readonly string[]
}

function examined(wanted: Wanted, host: Host, secrets: Secrets): Promise<Report> {
  const { fetch, clock, random, version, signal } = host
  return showingSteps(host, (onCheck) =>
    examine({ ...wanted, fetch, clock, random, version, signal, secrets, onCheck }),
  )
}

/**
 * Runs `waraq doctor`.
 * @throws {WaraqError} if it cannot start
 */
export async function runDoctor(command: DoctorCommand, host: Host, secrets: Secrets): Promise<0 | 1 | 2> {
  const { origin, watchMs, json } = command
  if (command.replay !== undefined) {
    const recording = JSON.parse(await host.readFile(command.replay)) as Recording
    const { service, ...parts } = replay(recording, host.clock)
    const { groups } = recording
    const wanted = { service, origin: recording.origin, groups, watchMs: 0 }
    return showReport(await examined(wanted, { ...host, ...parts }, secrets), json, host)
  }
  return withService(command, host, secrets, async (service) => {
    const { record } = command
    const wanted = { service, origin, watchMs, groups: resourceGroups }
    if (record === undefined) return showReport(await examined(wanted, host, secrets), json, host)
    const { fetch, answers } = recordAnswers(host.fetch, host.clock)
    const report = await examined(wanted, { ...host, fetch }, secrets)
    const { at } = report
    const text = recordingText(service, { origin, groups: resourceGroups, at, answers }, secrets)
    await host.writeFile(record, text)
    return showReport(report, json, host)
  })
}
