import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskAll } from "#util/secrets/mask-all.ts";
import { createMasker, maskSecrets } from "#util/secrets/mask-secrets.ts";

/** In parts, so that scanners do not take our own examples for leaks. */
const BODY = "R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi";
const LINES = Array.from({ length: 12 }, (_, n) => `${n}${BODY}R7kQ2mXv9LpTz4WcY8sBn3HdJf`.slice(0, 64));
const PEM = [`-----BEGIN ${"PRIVATE"} KEY-----`, ...LINES, "-----END PRIVATE KEY-----"].join("\n");
const LOCKED = [
  `-----BEGIN RSA ${"PRIVATE"} KEY-----`,
  "Proc-Type: 4,ENCRYPTED",
  "DEK-Info: AES-128-CBC,9F",
  "",
  ...LINES,
  "-----END RSA PRIVATE KEY-----",
].join("\n");

const SECRETS: readonly (readonly [string, string, string])[] = [
  ["an Anthropic key", `${"sk-ant-"}api03-${BODY}${BODY}`, "R7kQ2mXv"],
  ["an OpenAI key", `${"sk-proj-"}${BODY}_${BODY}`, "R7kQ2mXv"],
  ["a Google key", `${"AIza"}${BODY}`.slice(0, 39), "R7kQ2mXv"],
  ["a GitHub token", `${"ghp_"}${BODY}`, "R7kQ2mXv"],
  ["a fine-grained GitHub token", `${"github_pat_"}11ABCDEFG0${BODY}_${BODY}`, "R7kQ2mXv"],
  ["a Slack token", `${"xoxb-"}123456789012-${BODY}`, "R7kQ2mXv"],
  ["an AWS key id", `${"AKIA"}Q7MXVLPTZWCYSBNH`, "Q7MXVLPT"],
  ["a private key", PEM, "R7kQ2mXv"],
  ["a private key under a password", LOCKED, "R7kQ2mXv"],
  ["a private key in JSON", JSON.stringify({ key: PEM }), "R7kQ2mXv"],
  ["a web token", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${BODY}`, "eyJzdWIi"],
  ["a header", `Authorization: Bearer ${BODY}`, "R7kQ2mXv"],
  ["a header in JSON", JSON.stringify({ authorization: `Basic ${BODY}` }), "R7kQ2mXv"],
  ["a key header", `x-api-key: ${BODY}`, "R7kQ2mXv"],
  ["a password in an address", `https://tess:R7kQ2mXv9@host.example/repo`, "R7kQ2mXv"],
  ["a password with an @ in it", `mysql://tess:p@R7kQ2mXv9@host.example/repo`, "R7kQ2mXv"],
  ["an address within an address", encodeURIComponent(`https://tess:${BODY}@host.example/repo`), "R7kQ2mXv"],
  ["a token in an address", `https://${BODY}@host.example/repo`, "R7kQ2mXv"],
  ["an assignment of a shell", `export DB_PASSWORD=${BODY}`, "R7kQ2mXv"],
  ["a line of YAML", `token: ${BODY}`, "R7kQ2mXv"],
  ["a parameter of an address", `/x?access_token=${BODY}&y=1`, "R7kQ2mXv"],
  ["a key behind a line end in JSON", JSON.stringify({ text: `the key:\nsk-${BODY}` }), "R7kQ2mXv"],
  ["a header behind a line end in JSON", JSON.stringify({ text: `x\nAuthorization: Basic ${BODY}` }), "R7kQ2mXv"],
  [
    "a web token behind a tab in JSON",
    JSON.stringify({ text: `x\teyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${BODY}` }),
    "R7kQ2mXv",
  ],
  ["a key behind an escape of an address", `?q%3Dsk-${BODY}`, "R7kQ2mXv"],
  ["a key behind a color", `\u001b[31msk-${BODY}`, "R7kQ2mXv"],
  [
    "a key with numbered lines",
    PEM.split("\n")
      .map((line, n) => `${n + 1}\t${line}`)
      .join("\n"),
    "R7kQ2mXv",
  ],
  [
    "a key as an agent's tool shows it",
    JSON.stringify(
      PEM.split("\n")
        .map((line, n) => `   ${n + 1}→${line}`)
        .join("\n"),
    ),
    "R7kQ2mXv",
  ],
  [
    "a key as grep shows it",
    PEM.split("\n")
      .map((line, n) => `deploy/a.pem:${n + 1}:${line}`)
      .join("\n"),
    "R7kQ2mXv",
  ],
  ["a key in an address", encodeURIComponent(PEM), "R7kQ2mXv"],
  ["a key of PuTTY", ["Private-Lines: 12", ...LINES].join("\n"), "R7kQ2mXv"],
];

/** Everything that goes through a masker in these pieces. */
function stream(chunks: readonly string[], values: readonly string[] = []): string {
  const masker = createMasker(values);
  return chunks.map((chunk) => masker.write(chunk)).join("") + masker.end();
}

function cut(text: string, at: readonly number[]): string[] {
  const places = [...new Set([0, ...at.map((one) => one % (text.length + 1)), text.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => text.slice(places[index], end));
}

describe("what looks like a key", () => {
  test.each(SECRETS)("%s is masked; length and lines stay", (_, secret, part) => {
    const text = `before ${secret} after`;
    const masked = maskSecrets(text);
    expect(masked).not.toContain(part);
    expect(masked).toHaveLength(text.length);
    expect(masked.split("\n")).toHaveLength(text.split("\n").length);
    expect(masked.startsWith("before ") && masked.endsWith(" after")).toBe(true);
  });

  test.each(SECRETS)("%s is masked wherever a chunk ends", (_, secret, part) => {
    const text = `first line\n${secret}\nlast line`;
    for (let at = 0; at <= text.length; at += 1) {
      const streamed = stream([text.slice(0, at), text.slice(at)]);
      expect(streamed).toBe(maskSecrets(text));
      expect(streamed).not.toContain(part);
    }
    expect(stream([...text])).toBe(maskSecrets(text));
  });

  test("JSON stays JSON", () => {
    for (const [, secret] of SECRETS) {
      const line = JSON.stringify({
        text: `"${secret}"\\`,
        cut: `-----BEGIN ${"PRIVATE"} KEY-----\n${LINES[0]}\n${LINES[1]}`,
      });
      expect(() => JSON.parse(maskSecrets(line)) as unknown).not.toThrow();
      expect(maskSecrets(line)).not.toContain("R7kQ2mXv9LpTz");
    }
  });

  test("a key whose end never comes is masked as far as it goes", () => {
    const text = PEM.slice(0, 500);
    expect(stream(cut(text, [100, 200, 333]))).not.toContain("R7kQ2mXv");
  });
});

test("a credential that is cut short is masked, at the end of a text or where somebody left the rest out", () => {
  const cut = `${"ghp_"}${BODY.slice(0, 30)}`;
  for (const text of [cut, `${cut}… is in the log`, `${cut}... is in the log`])
    expect(maskSecrets(text)).toBe(text.replace(BODY.slice(0, 30), "*".repeat(30)));
  expect(maskAll([cut, "more"], maskSecrets)[0]).not.toContain("R7kQ2mXv");
  expect(maskSecrets(`${"ghp_"}abc… is how a token begins`)).toContain("abc…");
});

describe("what is no key", () => {
  const ORDINARY = [
    "const { apiKey } = options; // sk-learn, ghp_ and AKIA are prefixes",
    'headers: { Authorization: "Bearer " + token, "x-api-key": process.env.ANTHROPIC_API_KEY }',
    "headers.set('Authorization', `Bearer ${accessToken}`); curl -H 'Authorization: Bearer YOUR_TOKEN'",
    "Authorization: Bearer accessToken",
    "commit 89ad0cb2f3d4e5a6b7c8d9e0f1a2b3c4d5e6f7a8 parent 3f786850e387550fdab836ed7e6dc881de23001b",
    "id: 123e4567-e89b-12d3-a456-426614174000, sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    `data:image/png;base64,${Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919) % 256)).toString("base64")}`,
    "http://localhost:3000/@scope/package ssh://git@host.example:22/repo https://host.example/a@b",
    `-----BEGIN ${"PRIVATE"} KEY----- is the header that the parser looks for, and nothing else follows it here.`,
    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa\n-----END CERTIFICATE-----",
    `${"ghp_"}EXAMPLExxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ${"sk-ant-"}your-key-goes-here-please`,
    "token = readOauth2Token(request); secret: process.env.API_SECRET_2, apiKey: config.services.aws.key1",
    "password=$DB_PASSWORD postgres://user:password@localhost:5432/app postgres://$USER:$PASS@host/db",
    "secret_name: aws_s3_bucket_name_for_logs, token: sha256_of_the_request_v2, --token some-name-of-a-secret",
    "disk-0a1b2c3d4e5f60718293a4b5c6d7e8f9 task-3f786850e387550fdab836ed7e6dc881de23001b",
  ];
  test.each(ORDINARY)("stays as it is: %s", (text) => {
    expect(maskSecrets(text)).toBe(text);
    expect(stream(cut(text, [7, 19, 60]))).toBe(text);
  });

  test("any text without a credential", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.array(fc.nat()), (text, at) => {
        expect(stream(cut(text, at))).toBe(maskSecrets(text));
        expect(maskSecrets(text)).toHaveLength(text.length);
      }),
    );
  });
});

describe("values that were given to an agent", () => {
  test("are masked whole, as they are, in JSON and in an address, whatever they look like", () => {
    const value = 'plain "word" & \\more';
    const text = `${value} ${JSON.stringify({ value })} ?key=${encodeURIComponent(value)}`;
    const masked = maskSecrets(text, [value]);
    expect(masked).not.toMatch(/plain|more/);
    expect(() => JSON.parse(/\{.*\}/.exec(masked)?.[0] ?? "") as unknown).not.toThrow();
  });

  test("of several lines are masked line by line; short ones are words", () => {
    expect(maskSecrets("first-part\nab\nsecond-part abc", ["first-part\nab\nsecond-part"])).toBe(
      "**********\nab\n*********** abc",
    );
  });

  test("do not leak at any cut, also among other credentials", () => {
    const value = "correct horse battery";
    const piece = fc.oneof(
      fc.constant(value),
      fc.constantFrom(...SECRETS.map(([, secret]) => secret)),
      fc.string({ maxLength: 20 }),
      fc.constantFrom("\n", " ", "-----", "sk-", "Bearer ", '"'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 12 }), (pieces, at) => {
        const text = pieces.join("");
        const streamed = stream(cut(text, at), [value]);
        expect(streamed).toBe(maskSecrets(text, [value]));
        expect(streamed).toHaveLength(text.length);
        expect(streamed).not.toContain(value);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a stream", () => {
  test("gives whole lines out at once", () => {
    const masker = createMasker();
    expect(masker.write("one\ntwo")).toBe("one\n");
    expect(masker.write("\n")).toBe("two\n");
    expect(masker.end()).toBe("");
  });

  test("holds back little of a line without end, and masks in it", () => {
    const masker = createMasker();
    const noise = randomBytes(300_000).toString("hex");
    const secret = `${"ghp_"}${BODY}`;
    const parts = cut(
      `${noise.slice(0, 299_990)} ${secret} ${noise}`,
      Array.from({ length: 400 }, (_, n) => n * 1511),
    );
    let given = "";
    let most = 0;
    let taken = 0;
    for (const part of parts) {
      taken += part.length;
      given += masker.write(part);
      most = Math.max(most, taken - given.length);
    }
    given += masker.end();
    expect(given).toHaveLength(taken);
    expect(given).not.toContain(BODY);
    expect(most).toBeLessThan(100_000);
  });

  // Quadratic work would take hours here.
  test.each([
    ["one character at a time", Array.from({ length: 300_000 }, () => "a")],
    ["headers of keys without bodies", [`-----BEGIN ${"PRIVATE"} KEY-----`.repeat(100_000)]],
    ["prefixes without tokens", ["sk-ant-sk-proj-ghp_eyJ.eyJ.AIza".repeat(50_000)]],
    ["addresses without hosts", ["a://b:".repeat(300_000)]],
    ["bearers of nothing", ["authorization: bearer ".repeat(100_000)]],
    [
      "short lines behind the header of a key",
      [`-----BEGIN ${"PRIVATE"} KEY-----\n`, ...Array.from({ length: 60_000 }, () => "a\n")],
    ],
    ["a key that goes on", [`-----BEGIN ${"PRIVATE"} KEY-----\n${`${LINES[0]}\n`.repeat(50_000)}`]],
  ])("ends in time on %s", (_, chunks) => {
    expect(stream(chunks)).toHaveLength(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  });
});
