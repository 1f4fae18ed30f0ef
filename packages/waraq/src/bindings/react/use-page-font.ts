import { resourceKey, type ResourceRef } from '@waraq/protocol'
import type { FontAsset } from '../../quran/readers/fonts.ts'
import type { Fonts } from '../../quran/fonts/fonts.ts'
import type { PageFont } from '../../quran/fonts/font-face.ts'
import { useEffect, useState } from 'react'

/** The font of a page. */
export interface PageFontFamily {
  /** For `font-family`; needs no quotes. */
  readonly family: string
  /** The library's data about the font, including license and attribution. */
  readonly asset: FontAsset
}

/** Follows the font of a page. Keeps it in `document.fonts` until the returned function is called. */
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
 * Returns the font of a mushaf's page if it is stored (`openFonts` of `waraq/files`), and adds it to `document.fonts` while the
 * component is mounted. It is updated when the font is stored or replaced. Undefined until then, on a server, and with null.
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
    // Depends on the text of `question`, not on the object's identity.
  }, [fonts, question])
  return fonts && shown?.question === question ? shown.font : undefined
}
