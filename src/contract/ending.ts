// How a command that we ran came to its end.

export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'not-started'; readonly code: string; readonly why: string }
