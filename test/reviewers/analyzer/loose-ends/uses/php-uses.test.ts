import { expect, test } from "vitest";
import { removedName } from "#reviewers/analyzer/loose-ends/checks/removed-name.ts";
import { placesFound, runCheck } from "../run-check.ts";

const PHP = `src/Retry.php
-<?php
-namespace Shop;
-class Retry {}
`;

const PHP_METHOD = `src/Send.php
 <?php
 namespace Shop;
 class Send extends Base
 {
-    const RETRIES = 3;
-    public static function retry() {}
     public function all() { return $this->next(); }
 }
src/Base.php
 <?php
 namespace Shop;
 abstract class Base {}
`;

test.each([
  [
    "a private method of PHP",
    PHP_METHOD.replace("extends Base", "extends \\Other\\Base")
      .replace("public static", "private")
      .replace("$this->next()", "$this->retry()"),
    "",
    "src/Send.php:5",
  ],
  ["a class of PHP", PHP, "src/Mail.php\n <?php\n namespace Shop;\n $a = new Retry();", "src/Mail.php:3"],
  [
    "an imported class of PHP",
    PHP,
    "web/Mail.php\n <?php\n namespace Web;\n use Shop\\Retry;\n class Mail extends Retry {}",
    "web/Mail.php:4",
  ],
  ["a full name of PHP", PHP, "web/mail.php\n <?php\n \\Shop\\Retry::now();", "web/mail.php:2"],
  [
    "a function of PHP",
    "src/send.php\n <?php\n namespace Shop;\n-function retryLimit() {}\n",
    "web/mail.php\n <?php\n use function Shop\\retryLimit;\n retryLimit();",
    "web/mail.php:3",
  ],
  ["a static method of PHP", PHP_METHOD, "web/mail.php\n <?php\n use Shop\\Send;\n Send::retry();", "web/mail.php:3"],
  [
    "a constant of a class of PHP",
    PHP_METHOD,
    "src/Fast.php\n <?php\n namespace Shop;\n class Fast extends Send { const MAX = self::RETRIES; }",
    "src/Fast.php:3",
  ],
  ["a method of PHP's own object", PHP_METHOD.replace("$this->next()", "$this->retry()"), "", "src/Send.php:5"],
])("a removed name that code needs is important: %s", async (_, gone, rest, place) => {
  const hits = await runCheck(removedName, gone + rest);
  expect(hits.map(({ severity }) => severity)).toEqual(["important"]);
  expect(await placesFound(removedName, gone + rest)).toEqual([[place]]);
});

test.each([
  ["another namespace of PHP has the class", PHP, "web/Mail.php\n <?php\n namespace Web;\n $a = new Retry();"],
  [
    "a class of PHP is an alias",
    PHP,
    "src/Mail.php\n <?php\n namespace Shop;\n class_alias('Shop\\Again', 'Shop\\Retry');\n $a = new Retry();",
  ],
  [
    "a package of PHP may have it",
    `${PHP}composer.json\n+{"require": {"shop/retry": "1"}}\n`,
    "src/Mail.php\n <?php\n namespace Shop;\n $a = new Retry();",
  ],
  [
    "PHP has a function of its own",
    "src/send.php\n <?php\n namespace Shop;\n-function json_decode() {}\n",
    "src/mail.php\n <?php\n namespace Shop;\n json_decode();",
  ],
  [
    "a parent of PHP has the method",
    PHP_METHOD.replace("Base {}", "Base { public static function retry() {} }"),
    "web/mail.php\n <?php\n use Shop\\Send;\n Send::retry();",
  ],
  [
    "a parent of PHP is not known",
    PHP_METHOD.replace("extends Base", "extends \\Other\\Base"),
    "web/mail.php\n <?php\n use Shop\\Send;\n Send::retry();",
  ],
  [
    "a class of PHP answers every call",
    PHP_METHOD.replace("Base {}", "Base { public static function __callStatic($a, $b) {} }"),
    "web/mail.php\n <?php\n use Shop\\Send;\n Send::retry();",
  ],
])("nothing is said when %s", async (_, gone, rest) => {
  expect(await placesFound(removedName, gone + rest)).toEqual([]);
});
