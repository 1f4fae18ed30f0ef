import { parseResourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import { useMemo } from 'react'
import { mushaf } from '../sync/kept-resources.ts'
import { useSettings } from '../ui/hooks.ts'
import { useInstalled } from '../ui/use-installed.ts'
import { chosenOf } from './shown-translations.ts'

/** Mushafs whose pages can be shown. */
export function useMushafs(): readonly ResourceKey[] {
  return useInstalled('mushafs')
}

/** Pages of most mushafs, for when the library does not contain their number. */
const usualPages = 604

/** How many pages a mushaf has. */
export function pagesOf(info: { readonly pages_count?: number | null | undefined } | undefined): number {
  return info?.pages_count ?? usualPages
}

/** The mushaf whose pages are shown: the chosen one if it is on this device. */
export function useMushaf(): ResourceRef {
  const chosen = chosenOf(useSettings().mushaf, useMushafs())
  return useMemo(() => (chosen && parseResourceKey(chosen)) || mushaf, [chosen])
}
