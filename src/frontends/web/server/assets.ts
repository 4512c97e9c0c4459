// The files of the page as the server sends them: they are part of the binary, and hold no data.
import { bundlePage } from './bundle.ts' with { type: 'macro' }

export interface PageAsset {
  /** The media type. */
  readonly type: string
  readonly text: string
}

const { page, script, style, icon } = bundlePage()

/** Sent for every address that names a page. */
export const shell: PageAsset = { type: 'text/html; charset=utf-8', text: page }

/** By path. */
export const assets: Readonly<Record<string, PageAsset>> = {
  '/app.js': { type: 'text/javascript; charset=utf-8', text: script },
  '/app.css': { type: 'text/css; charset=utf-8', text: style },
  '/icon.svg': { type: 'image/svg+xml', text: icon },
}
