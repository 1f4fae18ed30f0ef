import type { ContentClient } from '@waraq/client'
import { resourceGroups, resourceKey, type ResourceKey, type ResourceRef } from '@waraq/contract'

/** The feed names a hundred resources a page, and the service has a few hundred in all. */
const mostPages = 20

/** The resources that the feed has: begins a bootstrap of everything, reads its pages and fetches no resource. */
export async function fetchAvailable(
  client: Pick<ContentClient, 'sync' | 'syncPage'>,
  signal: AbortSignal | undefined,
): Promise<readonly ResourceRef[]> {
  const filter = resourceGroups.map((group) => `${group}:*`).join(';')
  const found = new Map<ResourceKey, ResourceRef>()
  let { page } = await client.sync({ filter, bootstrap: true, perPage: 100 }, { signal })
  for (let pages = 1; ; pages++) {
    for (const { resource_group: group, resource_id: id, type } of page.mutations) {
      const ref = { group, id }
      if (type === 'RESOURCE_DELETE') found.delete(resourceKey(ref))
      else found.set(resourceKey(ref), ref)
    }
    if (!page.has_more || !page.next_page_url || pages >= mostPages) return [...found.values()]
    ;({ page } = await client.syncPage(page.next_page_url, { signal }))
  }
}
