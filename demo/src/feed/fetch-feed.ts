import type { ContentClient } from '@waraq/client'
import { resourceGroups, resourceKey, type ResourceKey } from '@waraq/contract'

/** The feed names a hundred resources a page, and the service has a few hundred in all. */
const mostPages = 20

/** Which resources the feed has, by beginning a bootstrap of everything and fetching none of it. */
export async function fetchFeed(
  client: Pick<ContentClient, 'sync' | 'syncPage'>,
): Promise<readonly ResourceKey[]> {
  const filter = resourceGroups.map((group) => `${group}:*`).join(';')
  const found = new Map<ResourceKey, boolean>()
  let { page } = await client.sync({ filter, bootstrap: true, perPage: 100 })
  for (let pages = 1; ; pages++) {
    for (const { resource_group: group, resource_id: id, type } of page.mutations) {
      found.set(resourceKey({ group, id }), type !== 'RESOURCE_DELETE')
    }
    if (!page.has_more || !page.next_page_url || pages >= mostPages) break
    ;({ page } = await client.syncPage(page.next_page_url))
  }
  return [...found].flatMap(([key, isThere]) => (isThere ? [key] : []))
}
