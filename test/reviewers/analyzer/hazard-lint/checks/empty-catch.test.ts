import { expect, test } from "vitest";
import type { Language } from "#model/change/change-index.ts";
import { emptyCatch } from "#reviewers/analyzer/hazard-lint/checks/empty-catch.ts";
import { findLines } from "./find-lines.ts";

test.each<[Language, string, number[]]>([
  ["typescript", "try {\n  sync();\n  next();\n} catch {}", [4]],
  ["javascript", "try {\n  sync();\n  next();\n} catch (error) {\n}", [4]],
  ["java", "try {\n  sync();\n  next();\n} catch (Exception e) {\n}", [4]],
  ["csharp", "try {\n  this.Orders = next;\n  Sync();\n} catch {\n}", [4]],
  ["python", "try:\n    self.orders = []\n    sync()\nexcept Exception:\n    pass\nnext()", [4]],
  ["python", "try:\n    sync()\n    publish()\nexcept: pass", [4]],
  ["python", "try:\n    sync()\n    publish()\nexcept KeyError:\n    retry()\nexcept Exception:\n    pass", [6]],
  ["ruby", "begin\n  sync\n  publish orders\nrescue => e\nend", [4]],
  ["ruby", "begin\n  sync\n  publish(orders)\nrescue StandardError\n  nil\nend", [4]],
  ["rust", "match sync() {\n  Ok(x) => use_it(x),\n  Err(_) => {}\n}", [3]],
  ["go", "defer func() {\n\trecover()\n}()", [2]],
  ["go", "if r := recover(); r != nil {\n}", [1]],
])("%s: %s", (language, source, expected) => {
  expect(findLines(emptyCatch, language, source)).toEqual(expected);
});

test.each<[string, Language, string]>([
  ["a comment says why", "typescript", "try {\n  sync();\n  next();\n} catch {\n  // The next run does it.\n}"],
  ["a comment on the same line", "typescript", "try {\n  sync();\n  next();\n} catch {} // The next run does it."],
  ["a comment in the try", "typescript", "try {\n  // May fail on old browsers.\n  sync();\n  next();\n} catch {}"],
  ["a name says so", "java", "try {\n  sync();\n  next();\n} catch (Exception ignored) {\n}"],
  ["a narrow exception", "java", "try {\n  sync();\n  next();\n} catch (ParseException e) {\n}"],
  ["a narrow exception", "python", "try:\n    sync()\n    next()\nexcept KeyError:\n    pass"],
  ["clean-up", "typescript", "try {\n  flush(path);\n  fs.unlinkSync(path);\n} catch {}"],
  ["clean-up", "python", "try:\n    flush(path)\n    os.remove(path)\nexcept Exception:\n    pass"],
  ["something is done", "python", "try:\n    sync()\n    next()\nexcept Exception:\n    pass\n    retry()"],
  ["something is done", "ruby", "begin\n  sync\n  publish\nrescue => e\n  warn e\nend"],
  ["a single call", "python", "try:\n    sync()\nexcept Exception:\n    pass"],
  [
    "an optional import",
    "python",
    "try:\n    import speedups\n    speedups.enable()\n    use(speedups)\nexcept Exception:\n    pass",
  ],
  [
    "the next candidate is tried",
    "python",
    "def find():\n    for path in paths:\n        try:\n            load(path)\n            check(path)\n            return path\n        except Exception:\n            pass",
  ],
  ["a fallback follows", "typescript", "try {\n  return JSON.parse(text);\n} catch {}\nreturn text;"],
  [
    "the value before is the fallback",
    "typescript",
    "let isDir = false;\ntry {\n  isDir = stat(path).isDirectory();\n} catch {}",
  ],
  ["the value before is the fallback", "python", "try:\n    size = measure()\nexcept Exception:\n    pass"],
  ["the loop tries again", "python", "try:\n    connect()\n    ping()\nexcept Exception:\n    pass\n\ntime.sleep(1)"],
  ["the loop tries again", "typescript", "try {\n  await connect();\n  await ping();\n} catch {}\nawait sleep(100);"],
  ["the value of recover is used", "go", "if r := recover(); r != nil {\n\tlog.Println(r)\n}"],
  ["the promise's catch has a body", "typescript", "sync().catch(() => { report(); })"],
  ["only in a string", "typescript", "const sample = 'try { } catch {}';"],
])("not when %s (%s)", (_, language, source) => {
  expect(findLines(emptyCatch, language, source)).toEqual([]);
});

test("a catch that was there before is not reported", () => {
  expect(findLines(emptyCatch, "typescript", "try {\n  sync();\n  next();\n} catch {}", [2])).toEqual([]);
});
