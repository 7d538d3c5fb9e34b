import { expect, test } from "vitest";
import { createTestPairs } from "#reviewers/analyzer/test-scout/paired-test.ts";

test.each([
  ["pkg/limit_test.go", "pkg/limit.go", true],
  ["tests/test_limit.py", "shop/limit.py", true],
  ["tests/test_limit.py", "shop/_limit.py", true],
  ["src/limit.test.ts", "src/limit.ts", true],
  ["test/order-limit.spec.ts", "src/orderLimit.ts", true],
  ["src/test/java/shop/OrderLimitTest.java", "src/main/java/shop/OrderLimit.java", true],
  ["spec/order_limit_spec.rb", "lib/order_limit.rb", true],
  ["test/limit.test.ts", "src/limit/index.ts", true],
  ["test/index.test.ts", "src/limit/index.ts", true],
  ["test/limits.test.ts", "src/limit.ts", false],
  ["test/order.test.ts", "src/limit/index.ts", false],
])("%s tests %s: %s", (path, source, expected) => {
  expect(createTestPairs([path])(source)).toBe(expected);
});
