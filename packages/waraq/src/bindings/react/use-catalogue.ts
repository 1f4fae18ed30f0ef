import type { ResourceRef } from '@waraq/protocol'
import { describeResource } from '../../quran/catalogue/describe.ts'
import type { CatalogueContent, ResourceDescription } from '../../quran/catalogue/content.ts'
import { useSyncExternalStore } from 'react'
import { useLibrary } from './provider.ts'

const nothing: CatalogueContent = {
  language: '',
  chapters: [],
  resources: new Map(),
  fetchedAt: null,
  keptUntil: null,
  problems: [],
}

const never = () => () => undefined
const empty = () => nothing

/** The names of chapters and resources, as far as they are known. Empty at first, on a server, and without a catalogue. */
export function useCatalogue(): CatalogueContent {
  const { catalogue, hasInitialData } = useLibrary()
  const get = catalogue?.live.get ?? empty
  return useSyncExternalStore(catalogue?.live.subscribe ?? never, get, hasInitialData ? get : empty)
}

/** The description of a resource. If its name is not known, a name is made of group and id. */
export function useResourceDescription(ref: ResourceRef): ResourceDescription {
  return describeResource(useCatalogue(), ref)
}
