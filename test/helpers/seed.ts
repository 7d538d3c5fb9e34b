import fc from "fast-check";

// The same cases on every machine, so that a red run can be repeated; `FAST_CHECK_SEED=random` looks for new ones.
const wanted = process.env["FAST_CHECK_SEED"];
if (wanted !== "random") fc.configureGlobal({ seed: Number(wanted ?? 20_261_115) });
