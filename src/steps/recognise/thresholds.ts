/** From this confidence on a finding counts as a known problem met again. */
export const RECOGNISE_AT = 0.8;

/** From this confidence on a declined problem is not shown again. */
export const SUPPRESS_AT = 0.9;
