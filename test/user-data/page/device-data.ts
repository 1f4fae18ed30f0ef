import { allNotes, favorites, openUserData } from 'waraq/user'

/** What a person keeps on a device without a service, as texts that a test reads. */
const user = openUserData({})

async function told(work: () => Promise<unknown>): Promise<string> {
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
  favorite: (verseKey: string) => told(() => user.favorite(verseKey).then(() => 'kept')),
  favorites: () => told(async () => (await user.query(favorites())).map(({ verseKey }) => verseKey)),
  notes: () => told(async () => (await user.query(allNotes())).length),
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
