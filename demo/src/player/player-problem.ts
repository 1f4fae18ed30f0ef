/** Why nothing is heard. */

export type PlayerProblem =
  /** The reader's settings name no host of recordings. */
  | { readonly is: 'not_set_up' }
  /** The recitation has no recording of the chapter. */
  | { readonly is: 'nothing_here' }
  | { readonly is: 'not_admitted'; readonly host: string }
  /** The host does not answer, or its answer is no sound. */
  | { readonly is: 'unplayable'; readonly host: string }
  /** The browser cannot play the file that is on this device. */
  | { readonly is: 'unplayable_here' }
  /** The recording is not on this device, and there is no connection. */
  | { readonly is: 'not_here' }
  /** The browser starts a sound only when the reader presses a button. */
  | { readonly is: 'press_play' }

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Why a recording could not be opened. */
export function openingProblem(error: unknown): PlayerProblem {
  const { details } = error as { details?: { given?: unknown } }
  const given = details?.given
  return typeof given === 'string'
    ? { is: 'not_admitted', host: hostOf(given) }
    : { is: 'unplayable', host: location.host }
}

/** Why the element does not play what was opened. */
export function soundProblem(url: string, isKept: boolean): PlayerProblem {
  return isKept ? { is: 'unplayable_here' } : { is: 'unplayable', host: hostOf(url) }
}
