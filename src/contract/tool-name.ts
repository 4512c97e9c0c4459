// Our tools by their names, whatever a host puts before them. No schema library here: the hook path imports it.

const BEFORE = '(?:^|__|_|-)'

export const CLAIM_TOOL = new RegExp(`${BEFORE}(?:complete_task|attempt_completion)$`)
export const SAVE_TOOL = new RegExp(`${BEFORE}update_session_context$`)
export const OUR_TOOL = new RegExp(
  `${BEFORE}(?:complete_task|attempt_completion|(?:update|get|clear)_session_context)$`,
)
