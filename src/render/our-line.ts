// How our own lines begin. A name that begins like one is shown in quotes, so that it can't forge a listing.

export const OUR_LINE: RegExp =
  /^(?:Absolute path:|More than \d+ entries found|\[(?:nothing after |no entry matches|timed out after|stopped after |ignored directories|only |nothing matches |[\d,+]+ more |empty\])|…$)/;
