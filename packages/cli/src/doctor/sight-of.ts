import { isAbort, isWaraqError } from '@waraq/protocol'
import { failed, type Sight } from './report.ts'

/** What a check sees. One that rejects could not be made. Rejects where the person gave up. */
export async function sightOf(look: () => Promise<Sight>): Promise<Sight> {
  try {
    return await look()
  } catch (error) {
    if (isAbort(error)) throw error
    if (isWaraqError(error)) return failed(error.message)
    return failed(`The check broke: ${String(error)}`, 'This is a defect of waraq: please report it.')
  }
}
