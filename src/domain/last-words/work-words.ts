// Words for work that several patterns have in common.

export const UNDONE =
  '(?:done|complete|completed|finished|implemented|written|converted|wired|hooked|covered|tested|ported|migrated|updated|added|handled|ready|there|in place|working|passing|connected|integrated|fixed|translated|replaced|removed|renamed)'
export const FAULTS =
  '(?:errors?|warnings?|failures?|failing (?:tests?|cases)|failed tests?|violations?|problems?|issues?|findings)'
export const NUMBER = '(?:\\d+|two|three|four|five|six|seven|eight|nine|ten|several)'
/** Who uses the work is not the work. */
export const OTHERS =
  '(?:services?|clients?|teams?|customers?|users?|projects?|repos|repositories|consumers?|partners?|devices?|browsers?|machines?|servers?|apps?|companies|people|colleagues|tenants?|accounts?|callers)'
export const AS_ASKED = 'as (?:you|requested|agreed|planned)'
export const REDONE =
  '(?:converted|migrated|moved|updated|extracted|adapted|adjusted|ported|rewritten|renamed|replaced|translated|fixed|implemented|written|added|removed|refactored|changed|switched|wired|tested|covered|split|cleaned|redone|done)'
/** A line of a list or table. */
export const LISTED = /^\s{0,20}(?:[-*+•|]|\d{1,3}[.)])\s/
