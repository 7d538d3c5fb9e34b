import { expect, test } from "vitest";
import { commentName } from "#reviewers/analyzer/loose-ends/checks/comment-name.ts";
import { messageName, namesIn } from "#reviewers/analyzer/loose-ends/checks/message-name.ts";
import { fixedParts, oldMessage } from "#reviewers/analyzer/loose-ends/checks/old-message.ts";
import { repeatedComment } from "#reviewers/analyzer/loose-ends/checks/repeated-comment.ts";
import { undocumentedName } from "#reviewers/analyzer/loose-ends/checks/undocumented-name.ts";
import { placesFound, runCheck } from "../run-check.ts";

test("the fixed parts of a message are its words between placeholders", () => {
  expect(fixedParts("order %s could not be sent to the shop: ${reason}")).toEqual(["could not be sent to the shop:"]);
  expect(fixedParts("$plugin_name $plugin_version")).toEqual([]);
  expect(fixedParts("order failed")).toEqual([]);
});

const REWORDED = `src/send.ts
-throw new Error("the order could not be sent");
+throw new Error("the order could not be delivered");
`;

test("a script that waits for an old message is important", async () => {
  const [hit] = await runCheck(oldMessage, `${REWORDED}e2e/check.sh\n grep "the order could not be sent" log`);
  expect(hit?.severity).toBe("important");
});

test("old messages that one document quotes are one finding", async () => {
  const more = `-throw new Error("the order could not be read");\n+throw new Error("the order could not be understood");\n`;
  const document = "docs/a.md\n If the order could not be sent, wait.\n If the order could not be read, ask.";
  const [hit, ...others] = await runCheck(oldMessage, REWORDED + more + document);
  expect(others).toEqual([]);
  expect(hit?.places).toHaveLength(2);
});

test("a unit test that holds an old message has its own reason", async () => {
  const example = `${REWORDED}test/send.test.ts\n expect(text).toBe("the order could not be sent");`;
  expect(await placesFound(oldMessage, example)).toEqual([]);
});

test("a message that was taken out, not reworded, is not looked for", async () => {
  const example = `src/send.ts\n-throw new Error("the order could not be sent");\n+return;\nREADME.md\n If the order could not be sent, wait.`;
  expect(await placesFound(oldMessage, example)).toEqual([]);
});

test("a doc comment in Go that was there before is not this change's", async () => {
  const example = `queue.go
 package queue
 
 // takeOrder takes the last order.
 func dropOrder() int {
-	return 1
+	return 2
 }`;
  expect(await placesFound(commentName, example)).toEqual([]);
});

test("a wrong name above a definition that was renamed is found, one that was wrong before is not", async () => {
  const renamed = (old: string): string =>
    `queue.go\n package queue\n \n // takeOrder takes the last order.\n-func ${old}() int { return 1 }\n+func dropOrder() int { return 1 }`;
  expect(await placesFound(commentName, renamed("takeOrder"))).toEqual([["queue.go:3-4"]]);
  expect(await placesFound(commentName, renamed("pickOrder"))).toEqual([]);
});

test("the comment of a test may begin with what it tests", async () => {
  const example = `queue_test.go\n package queue\n \n+// takeOrder takes the last order.\n+func TestTakeOrder_Last(t *testing.T) {}`;
  expect(await placesFound(commentName, example)).toEqual([]);
});

test("wrong names in the comments of one file are one finding", async () => {
  const example = `queue.go
 package queue
 
+// takeOrder takes the last order.
+func dropOrder() int { return 1 }
+
+// takeOrder takes any order.
+func pickOrder() int { return 1 }`;
  expect(await placesFound(commentName, example)).toEqual([["queue.go:3-4", "queue.go:6-7"]]);
});

test("comment lines that repeat far apart belong to two things", async () => {
  const text = [
    "Orders are taken in the order of their arrival,",
    "because the store hands out numbers once",
    "and a number that is skipped is lost.",
  ];
  const comment = text.map((line) => `+// ${line}`).join("\n");
  const code = Array.from({ length: 12 }, (_, at) => ` export const x${at} = ${at};`).join("\n");
  expect(await placesFound(repeatedComment, `src/a.ts\n${comment}\n${code}\n${comment}`)).toEqual([]);
});

test("twin functions may have the same comment", async () => {
  const body = [
    "  // Orders are taken in the order of their arrival,",
    "  // because the store hands out numbers only once",
    "  // and a number that is skipped is lost.",
    "  return store.take();",
  ].join("\n+");
  const example = `src/a.ts\n+function take() {\n+${body}\n+}\n+async function takeLater() {\n+${body}\n+}`;
  expect(await placesFound(repeatedComment, example)).toEqual([]);
});

test("with any code between them, the same comment belongs to two things", async () => {
  const comment = [
    "+# Orders are taken in the order of their arrival,",
    "+# because the store hands out numbers only once",
    "+# and a number that is skipped is lost.",
  ].join("\n");
  for (const path of ["src/a.rb", "src/a.py", "src/a.sh", "src/a.pl"]) {
    expect(await placesFound(repeatedComment, `${path}\n${comment}\n+take first\n${comment}\n+take second`)).toEqual(
      [],
    );
  }
  expect(await placesFound(repeatedComment, `src/a.py\n${comment}\n+\n${comment}\n+take()`)).toHaveLength(1);
});

const FLAGS = `src/cli.py
 p.add_argument("--order-host")
 p.add_argument("--order-name")
 p.add_argument("--order-mode")
 p.add_argument("--order-path")
`;

test("new flags of one file are one finding, with the share of documented siblings", async () => {
  const example = `${FLAGS}+p.add_argument("--order-size")
+p.add_argument("--order-kind")
README.md
 --order-host, --order-name, --order-mode`;
  const [hit, ...others] = await runCheck(undocumentedName, example);
  expect(others).toEqual([]);
  expect(hit?.title).toBe("`--order-size`, `--order-kind` are new and in no document");
  expect(hit?.explanation).toContain("3 of the 4 flags");
  expect(hit?.explanation).toContain("3 of them in README.md");
});

const NEW_FLAG = `${FLAGS}+p.add_argument("--order-size")\n`;

test.each([
  ["bare words of a text", "README.md\n `order-host`, `order-name`, `order-mode`"],
  ["announced in a blog", "site/blog/orders.md\n --order-host, --order-name, --order-mode"],
  ["announced among the posts", "site/_posts/orders.md\n --order-host, --order-name, --order-mode"],
  ["scattered over documents", "a.md\n --order-host\nb.md\n --order-name\nc.md\n --order-mode"],
])("flags are not documented where they are %s", async (_, documents) => {
  expect(await placesFound(undocumentedName, NEW_FLAG + documents)).toEqual([]);
});

test("the document that has at least half of the documented flags is named", async () => {
  const documents = "a.md\n --order-host\nb.md\n --order-name, --order-mode";
  const [hit] = await runCheck(undocumentedName, NEW_FLAG + documents);
  expect(hit?.fix).toBe("Add it where the others are described: b.md.");
});

test("a flag that the help hides need not be documented", async () => {
  const example = `${FLAGS}+p.add_argument("--order-size", help=argparse.SUPPRESS)
README.md
 --order-host, --order-name, --order-mode`;
  expect(await placesFound(undocumentedName, example)).toEqual([]);
});

test("a flag that is only laid out anew is not new", async () => {
  const example = `${FLAGS}-p.add_argument("--order-size", help="x")
+p.add_argument("--order-size",
README.md
 --order-host, --order-name, --order-mode`;
  expect(await placesFound(undocumentedName, example)).toEqual([]);
});

test("another spelling of an option that is documented need not be", async () => {
  const option = `${FLAGS}+p.add_argument(\n+    "--order-size",\n+    "--order-quantity",\n+    help="x",\n+)\nREADME.md\n `;
  expect(
    await placesFound(undocumentedName, `${option}--order-host, --order-name, --order-mode, --order-size`),
  ).toEqual([]);
  expect(await runCheck(undocumentedName, `${option}--order-host, --order-name, --order-mode`)).toHaveLength(1);
});

test("a message is searched for names of code, not for products, paths and trailers", () => {
  const message = `Use takeOrder() on GitHub

In \`order_limit\` and src/orderQueue.ts, see https://example.org/orderPage
> quotedName
    indentedName
Signed-off-by: someName <a@b.org>`;
  expect(namesIn(message)).toEqual(["takeOrder", "order_limit"]);
});

test("a name of a message that other files know is not strange", async () => {
  const example = `commit\n Call takeNextOrder\nsrc/queue.ts\n+export function takeOrder() {}\nREADME.md\n takeNextOrder`;
  expect(await placesFound(messageName, example)).toEqual([]);
});

test("messages of dependency updates are not read", async () => {
  const example = `commit\n Bump orders from 1.2.3 to 1.2.4\n \n takeNextOrder is new\nsrc/queue.ts\n+export function takeOrder() {}`;
  expect(await placesFound(messageName, example)).toEqual([]);
});

test("a message may name what it renames, and a name in the plural", async () => {
  const example = `commit\n Rename takeNextOrder to takeOrder\n \n takeOrders are quick\nsrc/queue.ts\n+export function takeOrder() {}`;
  expect(await placesFound(messageName, example)).toEqual([]);
});

test("a name that is like one which was there before is of something else", async () => {
  const example = `commit\n Let others have takeNextOrder\nsrc/queue.ts\n export function takeOrder() {}\n+takeOrder();`;
  expect(await placesFound(messageName, example)).toEqual([]);
});

test("a name that is only spelled otherwise is not strange", async () => {
  const example = `commit\n Set up http_client\nsrc/a.ts\n+export const defaultHTTPClientConfig = 1;`;
  expect(await placesFound(messageName, example)).toEqual([]);
});

test("a name that is a part of a longer one is not strange", async () => {
  const example = `commit\n Test take_next_order\nsrc/queue.py\n+def test_take_next_order(): pass`;
  expect(await placesFound(messageName, example)).toEqual([]);
});

test("a name that says more than one of the change, or turns its words round, is not that one", async () => {
  const code =
    "src/queue.ts\n+export function storeOrder() {}\n+export const orderLine = 1;\n+export const orderDeleteForm = 2;";
  const example = `commit\n Connect orderLineDelete with the orderStore\n${code}`;
  expect(await placesFound(messageName, example)).toEqual([]);
});

test("examples in comments may repeat themselves", async () => {
  const lines = ["take(order(1), shop('first'))", "give(order(1), shop('second'))", "send(order(1), shop('third'))"];
  const comment = lines.map((line) => `+// > ${line}`).join("\n");
  expect(await placesFound(repeatedComment, `src/a.ts\n${comment}\n${comment}\n export const x = 1;`)).toEqual([]);
});
