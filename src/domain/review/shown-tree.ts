// Which files a person was shown with a review.
import type { ReviewTree } from '../../contract/view/review.ts'

/** Undefined where the files could not be read. */
export function shownTree(tree: ReviewTree): string | undefined {
  return tree.kind === 'same' ? tree.tree : tree.now
}
