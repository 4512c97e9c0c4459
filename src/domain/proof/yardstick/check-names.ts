// Which script or target names stand for a check.

const WORDS =
  /^(?:pre|post)?(?:tests?|lint|typecheck|tsc|build|check|checks|verify|ci|validate|unit|e2e|integration|coverage|cov|spec|specs|clippy|mypy|ruff|vet|typecheck)$/
const NOT_CHECKS =
  /^(?:fix|watch|dev|update|ui|debug|serve|write|clean|docs?|storybook|docker|publish|release|deploy|start|format|open|headed|snapshots?)$/

export function isCheckName(name: string): boolean {
  const words = name.toLowerCase().split(/[:._/-]/)
  if (words.some((word) => NOT_CHECKS.test(word)) && !words.includes('check')) return false
  return words.some((word) => WORDS.test(word)) || /^type-?check/.test(name)
}
