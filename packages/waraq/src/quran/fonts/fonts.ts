import { openFiles, type Files, type KeepFilesOptions } from '../../files/files.ts'
import type { FilesStatus } from '../../files/report.ts'
import { isWaraqError, type ResourceRef } from '@waraq/protocol'
import { checkPage, checkRef, type RefTo } from '../readers/arguments.ts'
import { fontAssetOf, type FontAsset } from '../readers/fonts.ts'
import { familyOf, makeFace, type MakeFontFace, type PageFont } from './font-face.ts'
import type { FontsOptions } from './options.ts'
import { RefusedFonts } from './refused-fonts.ts'
import { fontFailure, type FontsReport, type FontsStatus } from './report.ts'
import { creditsOf, fileOf, listFonts, maxUndeclaredBytes } from './wanted-fonts.ts'

/**
 * Mushaf fonts that are kept on this device. While a page has them open, kept fonts follow changes of their rows. Fonts are
 * deleted together with their resource.
 */
export interface Fonts {
  /**
   * Fetches the missing fonts of a mushaf on this device: the best format for each page, and the fonts for the entire mushaf.
   * From then on the fonts follow their rows. If a font cannot be kept, the report names it and the call continues. For a
   * mushaf that is not on this device, no fonts are wanted. Across all tabs, only one call works on a mushaf at a time.
   *
   * Codes in the report: `file_unusable` (no hash), `file_mismatch` (wrong hash or length), `foreign_address` (a host that is
   * not listed), `quota_exceeded`, and those of the download: `network`, `timeout`, `not_found`...
   * @throws {WaraqError} `invalid_argument`, `files_closed`, `storage_unavailable` and other storage errors; `paused` if the
   * engine is paused meanwhile; the signal's reason; `aborted` if the fonts are dropped meanwhile
   */
  keepFonts(ref: RefTo<'mushafs'>, options?: KeepFilesOptions): Promise<FontsReport>
  /**
   * Deletes the fonts of a mushaf and stops following its rows. Ends running calls for this mushaf.
   * @throws {WaraqError} `invalid_argument`, `files_closed` and storage errors
   */
  dropFonts(ref: RefTo<'mushafs'>): Promise<void>
  /**
   * Returns the font of a page, or of one of the mushaf's `fontAssets`: checked, loaded and ready for `document.fonts.add(face)`.
   * Undefined if the font is not kept. Also undefined if the browser does not accept it; the status then lists it as failed.
   * @throws {WaraqError} `invalid_argument`, `files_closed` and storage errors
   */
  fontFace(ref: RefTo<'mushafs'>, page: number | FontAsset): Promise<PageFont | undefined>
  /** @throws {WaraqError} `invalid_argument`, `files_closed` and storage errors */
  status(ref: RefTo<'mushafs'>): Promise<FontsStatus>
  /**
   * Calls the listener with the status as soon as it is known, and after each change in this tab or another. Returns a
   * function that stops watching.
   * @throws {WaraqError} `invalid_argument`
   */
  watch(ref: RefTo<'mushafs'>, listener: (status: FontsStatus) => void): () => void
  /** Ends running calls. Kept fonts stay. */
  close(): void
}

/**
 * Opens the mushaf fonts of a page, which are kept in Cache Storage. Fonts from an earlier visit follow their rows again, and
 * missing ones are fetched. Without Cache Storage, as on a server, no fonts are kept.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`
 */
export function openFonts({ FontFace, ...options }: FontsOptions): Fonts {
  const files: Files<FontAsset> = openFiles({
    ...options,
    kind: 'fonts',
    listOf: listFonts,
    mostBytes: maxUndeclaredBytes,
  })
  const MakeFace = FontFace ?? (globalThis as { FontFace?: MakeFontFace }).FontFace
  const refused = new RefusedFonts(options.store)

  const statusOf = (ref: ResourceRef, status: FilesStatus<FontAsset>): FontsStatus => {
    const { following, wanted, kept, bytes, version, inProgress, failed } = status
    const all = [...failed.map(fontFailure), ...refused.of(ref)]
    return { following, wanted, kept, bytes, version, inProgress, failed: all }
  }

  return {
    async keepFonts(given, keepOptions) {
      const {
        wanted,
        kept,
        bytes,
        failed,
        files: all,
      } = await files.keep(checkRef(given), 'all', keepOptions)
      const credits = creditsOf(all.map(({ place }) => place))
      return { wanted, kept, bytes, failed: failed.map(fontFailure), credits }
    },

    async dropFonts(given) {
      const ref = checkRef(given)
      await files.drop(ref)
      refused.clear(ref)
    },

    async fontFace(given, page) {
      const ref = checkRef(given)
      if (typeof page === 'number') checkPage(page)
      if (!MakeFace) return undefined
      const asset = typeof page === 'number' ? await options.store.query(fontAssetOf(ref, page)) : page
      const file = asset && fileOf(asset)
      const blob = file && (await files.read(ref, file))
      if (!blob) return undefined
      try {
        const face = await makeFace(MakeFace, familyOf(ref, asset, file.key), await blob.arrayBuffer())
        refused.accept(ref, file.key)
        return { face, asset }
      } catch (error) {
        if (!isWaraqError(error)) throw error
        refused.refuse(ref, file.key, { page: asset.page, url: asset.url, error })
        return undefined
      }
    },

    async status(given) {
      const ref = checkRef(given)
      return statusOf(ref, await files.status(ref))
    },

    watch(given, listener) {
      const ref = checkRef(given)
      let latest: FilesStatus<FontAsset> | undefined
      const tell = () => latest && listener(statusOf(ref, latest))
      const ends = [
        files.watch(ref, (status) => {
          latest = status
          tell()
        }),
        refused.subscribe(tell),
      ]
      return () => ends.forEach((end) => end())
    },

    close() {
      files.close()
      refused.close()
    },
  }
}
