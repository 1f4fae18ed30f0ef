import * as z from 'zod/mini'

/** How an image is sent: `data:image/png;base64,iVBORw0...`. Only the start is documented. */
export const imageDataUrlPattern = /^data:image\/[^;,\s]+;base64,/

export const ImageDataUrl = /* @__PURE__ */ z.string().check(z.regex(imageDataUrlPattern))

/** Formats an image as the service accepts it. */
export function imageDataUrl(type: string, base64: string): string {
  return `data:image/${type};base64,${base64}`
}
