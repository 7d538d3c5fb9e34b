import { expect, test } from "vitest";
import { removedName } from "#reviewers/analyzer/loose-ends/checks/removed-name.ts";
import { placesFound, runCheck } from "../run-check.ts";

const C = `src/send.h
-int retry_limit(void);
+int attempt_limit(void);
src/send.c
 #include "send.h"
-int retry_limit(void) { return 3; }
+int attempt_limit(void) { return 3; }
`;

const CPP = `src/send.h
 namespace shop {
-class RetryLimit { int n; };
+class AttemptLimit { int n; };
 }
`;

const MACRO = `src/send.h
-#define RETRY_LIMIT 3
+#define ATTEMPT_LIMIT 3
`;

test.each([
  ["a call in C", C, "src/mail.c\n int f(void) {\n   return retry_limit();\n }", "src/mail.c:2"],
  [
    "a function of C that is only declared now",
    C.replace("-int retry_limit(void);", " int retry_limit(void);"),
    "src/mail.c\n int f(void) {\n   return retry_limit();\n }",
    "src/mail.c:2",
  ],
  [
    "a function of C that is no longer declared",
    C.replace("-int retry_limit(void) {", " int retry_limit(void) {"),
    "src/mail.c\n int f(void) {\n   return retry_limit();\n }",
    "src/mail.c:2",
  ],
  ["a grammar with code of C", C, "src/parser.y\n call: name {\n   $$ = retry_limit($1);\n }", "src/parser.y:2"],
  ["a macro", MACRO, "src/mail.c\n int f(void) {\n   return RETRY_LIMIT + 1;\n }", "src/mail.c:2"],
  ["a type of C++", CPP, "src/mail.cc\n static shop::RetryLimit limit;", "src/mail.cc:1"],
  [
    "a method of C++ that its class does not declare",
    "src/send.h\n class Send {\n-  int Retry();\n+  int Attempt();\n };\n",
    "src/send.cc\n namespace shop {\n Send::Send() {}\n int Send::Retry() {\n   return 3;\n }\n }",
    "src/send.cc:3",
  ],
])("a removed name that code needs is important: %s", async (_, gone, rest, place) => {
  const hits = await runCheck(removedName, gone + rest);
  expect(hits.map(({ severity }) => severity)).toEqual(["important"]);
  expect(await placesFound(removedName, gone + rest)).toEqual([[place]]);
});

test.each([
  ["a macro of C makes it", C, "src/mail.c\n+DEFINE(retry_limit)\n int f(void) {\n   return retry_limit();\n }"],
  [
    "a macro of C makes it from a part",
    `${C}src/limits.c\n+DEFINE_LIMIT(retry)\n`,
    "src/mail.c\n int f(void) {\n   return retry_limit();\n }",
  ],
  [
    "a header of the system may have it",
    `${C}+#include <sys/limits.h>\n`,
    "src/mail.c\n int f(void) {\n   return retry_limit();\n }",
  ],
  [
    "a class of C++ has an alias of that name",
    "src/send.cc\n-typedef int RetryLimit;\n void Send::all() {\n   RetryLimit limit = 3;\n }\n",
    "src/send.h\n class Send {\n+  using RetryLimit = int;\n };",
  ],
  ["a macro only makes a name of it", MACRO, "src/mail.cc\n TEST(mail, RETRY_LIMIT) {\n }"],
  [
    "it was a fallback for when nobody sets it",
    "src/send.h\n-#ifndef RETRY_LIMIT\n-#define RETRY_LIMIT 3\n-#endif\n",
    "src/mail.c\n int f(void) {\n   return RETRY_LIMIT + 1;\n }",
  ],
  [
    "it was a fallback for some systems",
    "src/send.h\n-#ifndef HAVE_LIMITS\n-int retry_limit(void);\n-#endif\n",
    "src/mail.c\n int f(void) {\n   return retry_limit();\n }",
  ],
  [
    "a variable of C has the name",
    MACRO,
    "src/mail.c\n int f(void) {\n   int RETRY_LIMIT = 3;\n   return RETRY_LIMIT;\n }",
  ],
  ["a member of C has the name", C, "src/mail.c\n int f(struct m *m) {\n   return m->retry_limit();\n }"],
  ["the code of C is inactive", C, "src/mail.c\n #if 0\n int f(void) {\n   return retry_limit();\n }\n #endif"],
  ["the code of C asks first", MACRO, "src/mail.c\n #ifdef RETRY_LIMIT\n int limit = RETRY_LIMIT;\n #endif"],
  [
    "the function was local to another file",
    "src/send.c\n-static int retry_limit(void) { return 3; }\n",
    "src/mail.c\n int f(void) {\n   return retry_limit();\n }",
  ],
  [
    "another class of C++ has the method",
    "src/send.h\n class Send {\n-  int Retry();\n+  int Attempt();\n };\n",
    "src/mail.cc\n int other::Send::Retry() {\n   return 3;\n }",
  ],
])("nothing is said when %s", async (_, gone, rest) => {
  expect(await placesFound(removedName, gone + rest)).toEqual([]);
});
