import { parseResourceKey, type ResourceKey, type ResourceRef } from '@waraq/contract'
import { useMemo } from 'react'
import { mushaf } from '../sync/kept-resources.ts'
import { useSettings } from '../ui/hooks.ts'
import { useInstalled } from '../ui/use-installed.ts'
import { chosenOf } from './shown-translations.ts'

/** Mushafs whose pages can be shown. */
export function useMushafs(): readonly ResourceKey[] {
  return useInstalled('mushafs')
}

/** Of most mushafs; the one that is here says it better. */
const usualPages = 604

/** How many pages a mushaf has, by what is known of it. */
export function pagesOf(info: { readonly pages_count?: number | null | undefined } | undefined): number {
  return info?.pages_count ?? usualPages
}

/** The one whose pages are shown: that which was chosen among those that are here. */
export function useMushaf(): ResourceRef {
  const chosen = chosenOf(useSettings().mushaf, useMushafs())
  return useMemo(() => (chosen && parseResourceKey(chosen)) || mushaf, [chosen])
}
