import { resourceGroups, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import { listPages, readList, type ListClient } from '../run/bootstrap-list.ts'

/** Pages of the list that are read at most. The service has a few hundred resources in total. */
const mostPages = 20

/** Returns all resources that the feed lists. */
export async function fetchAvailable(
  client: ListClient,
  signal: AbortSignal | undefined,
): Promise<readonly ResourceRef[]> {
  const filter = resourceGroups.map((group) => `${group}:*`).join(';')
  const listed = new Map<ResourceKey, ResourceRef>()
  for await (const page of listPages(client, filter, mostPages, signal)) readList(listed, page)
  return [...listed.values()]
}
