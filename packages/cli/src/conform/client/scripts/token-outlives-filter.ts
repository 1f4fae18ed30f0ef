import { differs, ok } from '../../../doctor/report.ts'
import type { Script } from '../script.ts'
import { both, first, second } from '../stage.ts'

const remedy =
  'Keep a token with the canonical filter that it came for, and bootstrap a filter that has none.'

export const tokenOutlivesFilter: Script = {
  name: 'token_outlives_filter',
  must: 'A token is sent with the filter that it came for, and with no other.',
  mistake: 5,
  play: async (stage) => {
    const one = stage()
    const filters = [
      [first, [first]],
      [both, [first, second]],
      [first, [first]],
    ] as const
    for (const [filter, resources] of filters) {
      const tab = await one.tab(filter)
      const difference = await one.becomesCurrent(tab, resources)
      const refused = tab.asked.find(({ code }) => code === 'token_filter_mismatch')
      if (refused)
        return differs(
          `For ${filter} it came with the token of another filter, and was refused (422).`,
          remedy,
        )
      if (difference !== undefined)
        return differs(`With the filter ${filter} it never became current: ${difference}.`, remedy)
      await tab.close()
      one.sandbox.publish(one.edition(first).slice(0, 2))
    }
    return ok(`It went from ${first} to ${both} and back, each time with a token of its own.`)
  },
}
