import { allNotes, favorites, openUserData } from 'waraq/user'

/** A person's data on a device without a service, as texts that a test reads. */
const user = openUserData({})

async function reported(work: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work())
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

const deviceData = {
  /** Favorites, and notes long enough to fill more than a page of a file. */
  fill: async (count: number) => {
    for (let verse = 1; verse <= count; verse++) {
      await user.favorite(`2:${verse}`)
      await user.notes.write({
        body: `${'A note of some length. '.repeat(20)}${verse}`,
        ranges: [`2:${verse}`],
      })
    }
  },
  favorite: (verseKey: string) => reported(() => user.favorite(verseKey).then(() => 'kept')),
  favorites: () => reported(async () => (await user.query(favorites())).map(({ verseKey }) => verseKey)),
  notes: () => reported(async () => (await user.query(allNotes())).length),
  problem: () => user.problem.get()?.code ?? null,
}
export type DeviceData = typeof deviceData

declare global {
  interface Window {
    deviceData: DeviceData
  }
}

window.deviceData = deviceData
document.documentElement.dataset['ready'] = ''
