/** The newest `schema_version` whose rows this version of Waraq understands. Newer ones are stored and marked. */
export const knownSchemaVersion = 1

/** Whether the snapshot's schema is newer than this version knows. Its rows are kept as they came. */
export function isNewerSchema(schemaVersion: number | null): boolean {
  return schemaVersion !== null && schemaVersion > knownSchemaVersion
}
