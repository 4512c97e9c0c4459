// Which ids of others are used as they are: they become parts of file names, tokens and messages.

export const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/
