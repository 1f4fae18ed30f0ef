import type { ContentClient } from '../../client/options.ts'
import { resourceKey, type ResourceKey, type ResourceRef, type SyncPage } from '@waraq/protocol'

export type ListClient = Pick<ContentClient, 'sync' | 'syncPage'>

/** Yields the pages of a bootstrap's list: a hundred resources each, `mostPages` pages at most. Fetches no resource. */
export async function* listPages(
  client: ListClient,
  filter: string,
  mostPages: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<SyncPage> {
  let { page } = await client.sync({ filter, bootstrap: true, perPage: 100 }, { signal })
  for (let pages = 1; ; pages++) {
    yield page
    if (!page.has_more || !page.next_page_url || pages >= mostPages) return
    ;({ page } = await client.syncPage(page.next_page_url, { signal }))
  }
}

/** Adds the resources that the page lists, and removes those that it deletes. */
export function readList(listed: Map<ResourceKey, ResourceRef>, { mutations }: SyncPage): void {
  for (const { resource_group: group, resource_id: id, type } of mutations) {
    const ref = { group, id }
    if (type === 'RESOURCE_DELETE') listed.delete(resourceKey(ref))
    else listed.set(resourceKey(ref), ref)
  }
}
