import { findWebKitGtk } from '../../scripts/browsers.mjs'
import { ProcessGroup } from './process-group.ts'

/** A screen in memory, for browsers that need one. */
export interface Screen {
  /** The value of the variable DISPLAY. */
  readonly display: string
  close(): Promise<void>
}

export async function openScreen(): Promise<Screen> {
  const { screen } = webKitGtk()
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const server = new ProcessGroup({ command: screen, args })
  return { display: `:${await server.firstLine()}`, close: () => server.kill() }
}

export function webKitGtk(): NonNullable<ReturnType<typeof findWebKitGtk>> {
  const found = findWebKitGtk()
  if (!found) throw new Error('WebKitGTK is not there: its driver, its MiniBrowser or Xvfb is missing.')
  return found
}
