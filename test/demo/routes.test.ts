import { describe, expect, it } from 'vitest'
import { hrefOf, parseRoute, searchHref, type Route } from '../../demo/src/routes/route.ts'

/** The reader's addresses. */

const unknown = (address: string): Route => ({ page: 'unknown', address })

describe('an address', () => {
  it.each<[hash: string, route: Route]>([
    ['', { page: 'read' }],
    ['#', { page: 'read' }],
    ['#/', { page: 'read' }],
    ['#/chapter/2', { page: 'chapter', chapter: 2, verse: null }],
    ['#/chapter/2/', { page: 'chapter', chapter: 2, verse: null }],
    ['#/chapter/114/6', { page: 'chapter', chapter: 114, verse: 6 }],
    ['#/chapter/2/286', { page: 'chapter', chapter: 2, verse: 286 }],
    ['#/chapter/2/255-257', { page: 'chapter', chapter: 2, verse: 255, to: '2:257' }],
    ['#/chapter/2:255', { page: 'chapter', chapter: 2, verse: 255 }],
    ['#/2', { page: 'chapter', chapter: 2, verse: null }],
    ['#/2/255', { page: 'chapter', chapter: 2, verse: 255 }],
    ['#/2:255', { page: 'chapter', chapter: 2, verse: 255 }],
    ['#2:255', { page: 'chapter', chapter: 2, verse: 255 }],
    ['#/2:255-257', { page: 'chapter', chapter: 2, verse: 255, to: '2:257' }],
    ['#/2:285-3:5', { page: 'chapter', chapter: 2, verse: 285, to: '3:5' }],
    ['#/2%3A255%E2%80%93257', { page: 'chapter', chapter: 2, verse: 255, to: '2:257' }],
    ['#/٢:٢٥٥', { page: 'chapter', chapter: 2, verse: 255 }],
    ['#/%D9%A2/%D9%A2%D9%A5%D9%A5', { page: 'chapter', chapter: 2, verse: 255 }],
    ['#/page/٥٠', { page: 'page', number: 50 }],
    ['#/chapter/2?from=mail', { page: 'chapter', chapter: 2, verse: null }],
    ['#/page/1', { page: 'page', number: 1 }],
    ['#/page/604', { page: 'page', number: 604 }],
    ['#/juz/30', { page: 'juz', juz: 30 }],
    ['#/article/3', { page: 'article', id: 3 }],
    ['#/juz/30/78:40', { page: 'juz', juz: 30, verse: '78:40' }],
    ['#/search', { page: 'search', query: '' }],
    ['#/search?q=', { page: 'search', query: '' }],
    ['#/search?q=light+upon%20light', { page: 'search', query: 'light upon light' }],
    ['#/search?q=%D9%86%D9%88%D8%B1', { page: 'search', query: 'نور' }],
    ['#/search?q=نور', { page: 'search', query: 'نور' }],
    ['#/search?q=%', { page: 'search', query: '%' }],
    ['#/library', { page: 'library' }],
    ['#/library/', { page: 'library' }],
    ['#/more', { page: 'more' }],
    ['#/storage', { page: 'storage' }],
    ['#/sync', { page: 'sync' }],
    ['#/settings', { page: 'settings' }],
    ['#/account', { page: 'account' }],
    ['#/saved', { page: 'saved', list: 'favorites' }],
    ['#/saved/notes', { page: 'saved', list: 'notes' }],
    ['#/saved/history', { page: 'saved', list: 'history' }],
    ['#/plan', { page: 'plan' }],
    ['#/collection/collection%7Cnew%3A7f', { page: 'collection', key: 'collection|new:7f' }],
  ])('%s leads there', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route)
  })

  it.each([
    '#/chapter',
    '#/chapter/0',
    '#/chapter/115',
    '#/chapter/02',
    '#/chapter/2/0',
    '#/chapter/2/287',
    '#/chapter/1/8',
    '#/2:287',
    '#/115:1',
    '#/1:1:1',
    '#/2:255%',
    '#/chapter/2/255/1',
    '#/chapter/2//1',
    '#/chapter/two',
    '#/chapter/1e1',
    '#/chapter/-1',
    '#/page/0',
    '#/page/1000',
    '#/page/1/2',
    '#/juz/31',
    '#/juz/30/78',
    '#/juz/30/78:41',
    '#/juz/30/78:1-2',
    '#/juz/30/78:1/2',
    '#/juz',
    '#/article',
    '#/article/x',
    '#/article/1/2',
    '#/Library',
    '#/library/20',
    '#/search/light',
    '#/nowhere',
    '#/saved/others',
    '#/saved/notes/1',
    '#/collection',
    '#/collection/',
    '#/collection/%',
    '#/account/1',
    '#/constructor',
    '#//library',
    '#/read',
    '#/unknown',
    '#main',
  ])('%s leads nowhere', (hash) => {
    expect(parseRoute(hash)).toEqual(unknown(hash.slice(1)))
  })

  it.each<Route>([
    { page: 'read' },
    { page: 'chapter', chapter: 2, verse: null },
    { page: 'chapter', chapter: 2, verse: 255 },
    { page: 'chapter', chapter: 2, verse: 255, to: '2:257' },
    { page: 'chapter', chapter: 2, verse: 285, to: '3:5' },
    { page: 'page', number: 50 },
    { page: 'juz', juz: 1 },
    { page: 'article', id: 12 },
    { page: 'juz', juz: 1, verse: '2:40' },
    { page: 'search', query: '' },
    { page: 'search', query: 'a & b = "نور" #/?%' },
    { page: 'library' },
    { page: 'settings' },
    { page: 'account' },
    { page: 'saved', list: 'favorites' },
    { page: 'saved', list: 'collections' },
    { page: 'collection', key: 'collection|c:1/%2F#?' },
    unknown('/nowhere?x=1'),
  ])('is that of its route: %o', (route) => {
    expect(parseRoute(hrefOf(route))).toEqual(route)
  })

  it('of a search without words has no empty question', () => {
    expect(searchHref('')).toBe('#/search')
  })
})
