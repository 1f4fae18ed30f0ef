import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Peak memory of a browser's processes, in bytes: read from Linux, where the kernel keeps it, so that nothing is sampled. */
export interface PeakMemory {
  /** How far the peaks of the renderers, and of all processes, rose above the memory in use at the beginning. */
  end(): { readonly renderers: number; readonly browser: number }
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

function readProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name of the program stands in parentheses and may hold anything.
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
      } catch {
        // It ended meanwhile.
        return []
      }
    })
}

/** The processes of the one browser that uses this profile. */
function browserProcesses(profile: string): Process[] {
  const all = readProcesses()
  const found = new Set(all.filter(({ command }) => command.includes(profile)).map(({ pid }) => pid))
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => found.has(pid))
}

/** `VmRSS` or `VmHWM` (the peak since it was last reset); 0 for a process that is gone. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

export const canMeasureMemory = existsSync('/proc/self/clear_refs')

/** Writing 5 there sets a process's peak back to what it uses now. */
export function watchMemory(profile: string): PeakMemory {
  const before = new Map(browserProcesses(profile).map(({ pid }) => [pid, memoryOf(pid, 'VmRSS')]))
  for (const pid of before.keys()) writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return {
    end() {
      let renderers = 0
      let browser = 0
      for (const { pid, command } of browserProcesses(profile)) {
        const above = Math.max(0, memoryOf(pid, 'VmHWM') - (before.get(pid) ?? 0))
        browser += above
        if (command.includes('--type=renderer')) renderers += above
      }
      return { renderers, browser }
    },
  }
}
