/**
 * What the engine is known to leave behind, by scenario, until it is mended. Nothing else is let pass, and an entry that no
 * longer happens fails its scenario, so that it is removed.
 */
const leftoversOf: Readonly<Record<string, readonly string[]>> = {
  // A lost directory takes along the only list of its segments.
  damage: ['segment article_localization 2097152'],
}

export function knownLeftovers(scenario: string): readonly string[] {
  return leftoversOf[scenario] ?? []
}
