import { expect, test } from "vitest";
import { removedName } from "#reviewers/analyzer/loose-ends/checks/removed-name.ts";
import { placesFound, runCheck } from "../run-check.ts";

const RUBY = `lib/shop/send.rb
 module Shop
   class Send < Base
-    class RetryLimit; end
-    def retry_limit
-      3
-    end
   end
 end
lib/shop/base.rb
 module Shop
   class Base
   end
 end
`;

const MODULE = "lib/send.rb\n module Send\n-  def self.retry_limit\n-    3\n-  end\n   def self.all; end\n end\n";

test.each([
  ["a class of Ruby", RUBY, "lib/shop/mail.rb\n limit = Shop::Send::RetryLimit.new", "lib/shop/mail.rb:1"],
  [
    "a method of Ruby",
    RUBY,
    "lib/shop/fast.rb\n class Fast < Send\n   def all\n     self.retry_limit + 1\n   end\n end",
    "lib/shop/fast.rb:3",
  ],
  [
    "a function of a Ruby module that is gone",
    "lib/send.rb\n-module Send\n-  def self.retry_limit\n-    3\n-  end\n-end\n",
    "lib/mail.rb\n puts Send.retry_limit",
    "lib/mail.rb:1",
  ],
  [
    "a function of a Ruby module with a class inside that answers every call",
    "lib/send.rb\n module Send\n-  def self.retry_limit\n-    3\n-  end\n   class Any\n     def method_missing(name); end\n   end\n end\n",
    "lib/mail.rb\n puts Send.retry_limit",
    "lib/mail.rb:1",
  ],
  ["a function of a Ruby module", MODULE, "lib/mail.rb\n puts Send.retry_limit", "lib/mail.rb:1"],
  [
    "a function of a Ruby module that another one gives functions to",
    MODULE,
    "lib/mail.rb\n puts Send.retry_limit\nlib/names.rb\n Other.define_singleton_method(name) { Send.all }",
    "lib/mail.rb:1",
  ],
])("a removed name that code needs is important: %s", async (_, gone, rest, place) => {
  const hits = await runCheck(removedName, gone + rest);
  expect(hits.map(({ severity }) => severity)).toEqual(["important"]);
  expect(await placesFound(removedName, gone + rest)).toEqual([[place]]);
});

test.each([
  ["a symbol of Ruby may define it", RUBY, "lib/mail.rb\n x.let(:RetryLimit)\n limit = Shop::Send::RetryLimit.new"],
  ["another module of Ruby has the class", RUBY, "lib/mail.rb\n limit = Mail::RetryLimit.new"],
  [
    "a variable of Ruby has the name",
    RUBY,
    "lib/fast.rb\n class Fast < Send\n   def all\n     retry_limit = 3\n     retry_limit + 1\n   end\n end",
  ],
  [
    "a parent of Ruby is not known",
    RUBY.replace("< Base", "< Other::Base"),
    "lib/fast.rb\n class Fast < Send\n   def all\n     self.retry_limit + 1\n   end\n end",
  ],
  [
    "a class of Ruby answers every call",
    RUBY,
    "lib/fast.rb\n class Fast < Send\n   def method_missing(name); end\n   def all\n     self.retry_limit + 1\n   end\n end",
  ],
  [
    "a module of Ruby defines its functions under computed names",
    MODULE.replace("def self.all; end", "NAMES.each { |name| define_singleton_method(name) { 1 } }"),
    "lib/mail.rb\n puts Send.retry_limit",
  ],
  [
    "a class of Ruby defines its methods under computed names",
    RUBY.replace("< Base", "< Base\n     NAMES.each { |name| define_method(name) { 1 } }"),
    "lib/fast.rb\n class Fast < Send\n   def all\n     self.retry_limit + 1\n   end\n end",
  ],
  [
    "a module of Ruby gets functions from outside",
    MODULE,
    "lib/mail.rb\n puts Send.retry_limit\nlib/names.rb\n NAMES.each { |name| Send.define_singleton_method(name) { 1 } }",
  ],
])("nothing is said when %s", async (_, gone, rest) => {
  expect(await placesFound(removedName, gone + rest)).toEqual([]);
});
