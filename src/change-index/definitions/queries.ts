/**
 * What counts as a definition in each grammar. A pattern captures `@name` and the whole definition under its kind; the
 * first pattern that names a node wins. `@scope` is a function without a name, `@container` holds definitions but is
 * not one, `@branch` is a branch of the code, `@exported` a name that is exported elsewhere.
 */
export const QUERIES: Readonly<Record<string, string>> = {
  javascript: `${scriptQuery()}
    (class_declaration name: (identifier) @name) @type
    (field_definition property: (_) @name) @field`,

  typescript: typescriptQuery(),
  tsx: typescriptQuery(),

  go: `
    (function_declaration name: (identifier) @name) @function
    (method_declaration name: (field_identifier) @name) @method
    (method_elem name: (field_identifier) @name) @method
    (type_spec name: (type_identifier) @name) @type
    (type_alias name: (type_identifier) @name) @type
    (const_spec . name: (identifier) @name) @constant
    (const_spec (identifier) @name @constant)
    (var_spec . name: (identifier) @name) @variable
    (var_spec (identifier) @name @variable)
    (field_declaration name: (field_identifier) @name) @field
    (func_literal) @scope
    ${branches("if_statement for_statement expression_case type_case communication_case")}
    ${operators("&& ||")}`,

  python: `
    (decorated_definition definition: (function_definition name: (identifier) @name)) @function
    (decorated_definition definition: (class_definition name: (identifier) @name)) @type
    (function_definition name: (identifier) @name) @function
    (class_definition name: (identifier) @name) @type
    (module (expression_statement (assignment left: (identifier) @name) @variable))
    (class_definition body: (block (expression_statement (assignment left: (identifier) @name) @field)))
    (lambda) @scope
    ${branches("if_statement elif_clause for_statement while_statement except_clause conditional_expression")}
    ${branches("case_clause boolean_operator")}`,

  bash: `
    (function_definition name: (word) @name) @function
    (program (variable_assignment name: (variable_name) @name) @variable)
    (program (declaration_command (variable_assignment name: (variable_name) @name)) @variable)
    ${branches("if_statement elif_clause for_statement c_style_for_statement while_statement case_item")}
    (list "&&" @branch) (list "||" @branch)`,

  java: `
    (class_declaration name: (identifier) @name) @type
    (interface_declaration name: (identifier) @name) @type
    (enum_declaration name: (identifier) @name) @type
    (record_declaration name: (identifier) @name) @type
    (annotation_type_declaration name: (identifier) @name) @type
    (method_declaration name: (identifier) @name) @method
    (constructor_declaration name: (identifier) @name) @method
    (field_declaration declarator: (variable_declarator name: (identifier) @name)) @field
    (enum_constant name: (identifier) @name) @constant
    (lambda_expression) @scope
    ${branches("if_statement ternary_expression for_statement enhanced_for_statement while_statement")}
    ${branches("do_statement catch_clause switch_label")}
    ${operators("&& ||")}`,

  rust: `
    (function_item name: (identifier) @name) @function
    (function_signature_item name: (identifier) @name) @function
    (macro_definition name: (identifier) @name) @function
    (struct_item name: (type_identifier) @name) @type
    (enum_item name: (type_identifier) @name) @type
    (union_item name: (type_identifier) @name) @type
    (trait_item name: (type_identifier) @name) @type
    (type_item name: (type_identifier) @name) @type
    (mod_item name: (identifier) @name) @module
    (impl_item type: (_) @name) @container
    (const_item name: (identifier) @name) @constant
    (static_item name: (identifier) @name) @variable
    (enum_variant name: (identifier) @name) @constant
    (field_declaration name: (field_identifier) @name) @field
    (closure_expression) @scope
    ${branches("if_expression match_arm for_expression while_expression loop_expression")}
    ${operators("&& ||")}`,

  ruby: `
    (method name: (_) @name) @method
    (singleton_method name: (_) @name) @method
    (class name: (_) @name) @type
    (module name: (_) @name) @module
    (assignment left: (constant) @name) @constant
    (call method: (identifier) @attribute arguments: (argument_list (simple_symbol) @name)
      (#match? @attribute "^attr_")) @field
    ${branches("if elsif unless while until for when in_clause rescue conditional")}
    ${branches("if_modifier unless_modifier while_modifier until_modifier rescue_modifier")}
    (binary operator: ["&&" "||" "and" "or"] @branch)`,

  "c-sharp": `
    (class_declaration name: (identifier) @name) @type
    (struct_declaration name: (identifier) @name) @type
    (interface_declaration name: (identifier) @name) @type
    (enum_declaration name: (identifier) @name) @type
    (record_declaration name: (identifier) @name) @type
    (delegate_declaration name: (identifier) @name) @type
    (method_declaration name: (identifier) @name) @method
    (constructor_declaration name: (identifier) @name) @method
    (local_function_statement name: (identifier) @name) @function
    (property_declaration name: (identifier) @name) @field
    (field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @field
    (enum_member_declaration name: (identifier) @name) @constant
    (lambda_expression) @scope
    (anonymous_method_expression) @scope
    ${branches("if_statement conditional_expression for_statement foreach_statement while_statement")}
    ${branches("do_statement switch_section switch_expression_arm catch_clause")}
    ${operators("&& || ??")}`,

  cpp: `
    ${["", "pointer_declarator", "reference_declarator"].map(cFunction).join("\n")}
    (class_specifier name: (_) @name body: (_)) @type
    (struct_specifier name: (_) @name body: (_)) @type
    (union_specifier name: (_) @name body: (_)) @type
    (enum_specifier name: (_) @name body: (_)) @type
    (type_definition declarator: (type_identifier) @name) @type
    (alias_declaration name: (type_identifier) @name) @type
    (namespace_definition name: (namespace_identifier) @name) @module
    (preproc_def name: (identifier) @name) @constant
    (preproc_function_def name: (identifier) @name) @function
    (enumerator name: (identifier) @name) @constant
    (field_declaration declarator: (field_identifier) @name) @field
    (field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @method
    (declaration declarator: (function_declarator declarator: (identifier) @name)) @function
    (declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @function
    (declaration declarator: (init_declarator declarator: (identifier) @name)) @variable
    (declaration declarator: (identifier) @name) @variable
    (lambda_expression) @scope
    ${branches("if_statement for_statement for_range_loop while_statement do_statement case_statement")}
    ${branches("catch_clause conditional_expression")}
    ${operators("&& ||")}`,

  php: `
    (function_definition name: (name) @name) @function
    (method_declaration name: (name) @name) @method
    (class_declaration name: (name) @name) @type
    (interface_declaration name: (name) @name) @type
    (trait_declaration name: (name) @name) @type
    (enum_declaration name: (name) @name) @type
    (enum_case name: (name) @name) @constant
    (const_element (name) @name) @constant
    (property_element name: (variable_name (name) @name)) @field
    (anonymous_function) @scope
    (arrow_function) @scope
    ${branches("if_statement else_if_clause for_statement foreach_statement while_statement do_statement")}
    ${branches("case_statement catch_clause conditional_expression match_conditional_expression")}
    ${operators("&& || ??")}`,
};

function scriptQuery(): string {
  return `
    (variable_declarator name: (identifier) @name
      value: [(arrow_function) (function_expression) (generator_function)]) @function
    (function_declaration name: (identifier) @name) @function
    (generator_function_declaration name: (identifier) @name) @function
    (method_definition name: (_) @name) @method
    (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @constant)
    (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @variable)
    (variable_declaration (variable_declarator name: (identifier) @name) @variable)
    (export_specifier name: (identifier) @exported)
    (arrow_function) @scope
    (function_expression) @scope
    (class_static_block) @scope
    ${branches("if_statement ternary_expression for_statement for_in_statement while_statement")}
    ${branches("do_statement switch_case catch_clause")}
    ${operators("&& || ??")}`;
}

function typescriptQuery(): string {
  return `${scriptQuery()}
    (function_signature name: (identifier) @name) @function
    (class_declaration name: (type_identifier) @name) @type
    (abstract_class_declaration name: (type_identifier) @name) @type
    (interface_declaration name: (type_identifier) @name) @type
    (type_alias_declaration name: (type_identifier) @name) @type
    (enum_declaration name: (identifier) @name) @type
    (internal_module name: (_) @name) @module
    (method_signature name: (_) @name) @method
    (abstract_method_signature name: (_) @name) @method
    (public_field_definition name: (_) @name) @field
    (property_signature name: (_) @name) @field
    (enum_body name: (_) @name @constant)
    (enum_assignment name: (_) @name) @constant`;
}

function cFunction(wrapper: string): string {
  const name = `(function_declarator declarator: (_) @name)`;
  return `(function_definition declarator: ${wrapper === "" ? name : `(${wrapper} ${name})`}) @function`;
}

function branches(types: string): string {
  return types
    .split(" ")
    .map((type) => `(${type}) @branch`)
    .join(" ");
}

function operators(list: string): string {
  const names = list.split(" ").map((operator) => `"${operator}"`);
  return `(binary_expression operator: [${names.join(" ")}] @branch)`;
}
