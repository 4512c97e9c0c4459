// What a bent test says where one of its assertions passes: the judge writes it, and the refusal repeats it.
export const CHANGED_STILL_PASSES = 'an assertion whose expected value was changed still passes'
