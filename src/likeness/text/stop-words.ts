/** Words that do not show which problem a finding is about. Kept short: "not" and "no" carry meaning here. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about after all also am an and any are as at be because been before being both but by can could did do does " +
    "doing each either else even ever few for from further get had has have having he her here hers him his how i if " +
    "in into is it its itself just like may me might more most much must my of off on once only or other our out over " +
    "own same shall she should since so some such than that the their them then there these they this those though " +
    "through thus to too under until up upon us use used uses using very via was we were what when where whether " +
    "which while who whom whose why will with within would yet you your"
  ).split(" "),
);
