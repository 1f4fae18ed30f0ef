import { buildOnce } from '../scripts/build-once.mjs'

/** Set-up of all journeys: the applications that they open, built. */
export default async function buildApplications(): Promise<void> {
  await buildOnce()
}
