import { resourceKey, type ResourceRef } from '@waraq/protocol'
import type { FontAsset } from '../../quran/readers/fonts.ts'
import type { Fonts } from '../../quran/fonts/fonts.ts'
import type { PageFont } from '../../quran/fonts/font-face.ts'
import { useEffect, useState } from 'react'

/** The font that a page is to be shown in. */
export interface PageFontFamily {
  /** For `font-family`; needs no quotes. */
  readonly family: string
  /** What the library's rows say of the font, including license and attribution. */
  readonly asset: FontAsset
}

/** Follows the font of a page, and has it in `document.fonts` until that ends. */
function followPageFont(
  fonts: Fonts,
  ref: ResourceRef,
  page: number,
  show: (font: PageFontFamily | undefined) => void,
): () => void {
  let shown: PageFont | undefined
  let latest = 0
  let version: number | undefined
  const put = (font: PageFont | undefined) => {
    if (font?.face.family === shown?.face.family) return
    if (font) document.fonts.add(font.face)
    show(font && { family: font.face.family, asset: font.asset })
    if (shown) document.fonts.delete(shown.face)
    shown = font
  }
  const end = fonts.watch(ref, (status) => {
    if (status.version === version) return
    version = status.version
    const turn = ++latest
    fonts.fontFace(ref, page).then(
      (font) => turn === latest && put(font),
      // A font that cannot be read now is shown with its next version.
      () => turn === latest && put(undefined),
    )
  })
  return () => {
    latest++
    end()
    if (shown) document.fonts.delete(shown.face)
  }
}

/**
 * The font of a mushaf's page where it is kept (`openFonts` of `waraq/files`), added to `document.fonts` while the
 * component is mounted; renewed when it is kept or replaced. Undefined until then, on a server, and with null.
 */
export function usePageFont(
  fonts: Fonts | null | undefined,
  ref: ResourceRef,
  page: number,
): PageFontFamily | undefined {
  const key = resourceKey(ref)
  const question = `${key} ${page}`
  const [shown, setShown] = useState<{
    readonly question: string
    readonly font: PageFontFamily | undefined
  }>()
  useEffect(() => {
    if (!fonts) return undefined
    return followPageFont(fonts, ref, page, (font) => setShown({ question, font }))
    // Depends on the question's text, not on the object's identity.
  }, [fonts, question])
  return fonts && shown?.question === question ? shown.font : undefined
}
