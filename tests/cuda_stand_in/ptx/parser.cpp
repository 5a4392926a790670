#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "tests/cuda_stand_in/ptx/lexer.h"
#include "tests/cuda_stand_in/ptx/syntax.h"

namespace cuda_stand_in {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view ptx) : tokens_(tokens_of(ptx)) {}

  ModuleText module() {
    ModuleText module;
    while (!end()) {
      if (accept(".version") || accept(".address_size")) {
        next();
      } else if (accept(".target")) {
        target(module);
      } else if (accept(".file") || accept(".section") || accept(".loc")) {
        throw PtxError(line(), "debug information is not understood; compile without it");
      } else {
        while (accept(".visible") || accept(".extern") || accept(".weak") || accept(".common")) {
        }
        if (is(".entry") || is(".func")) {
          module.functions.push_back(function());
        } else {
          for (Declaration& d : declarations()) module.variables.push_back(std::move(d));
        }
      }
    }
    return module;
  }

 private:
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  unsigned line() const { return peek().line; }
  bool end() const { return at_ + 1 >= tokens_.size(); }
  bool is(std::string_view text) const { return !end() && peek().text == text; }
  const Token& next() {
    if (end()) throw PtxError(line(), "the text ends too early");
    return tokens_[at_++];
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) throw PtxError(line(), "'" + std::string(text) + "' expected, found '" + peek().text + "'");
  }
  std::string word() {
    if (!peek().word) throw PtxError(line(), "a name expected, found '" + peek().text + "'");
    return next().text;
  }
  std::uint64_t integer() {
    const unsigned at = line();
    return integer_of(word(), at);
  }

  void target(ModuleText& module) {
    do {
      const std::string name = word();
      std::size_t digits = 3;
      while (digits < name.size() && std::isdigit(static_cast<unsigned char>(name[digits])) != 0) ++digits;
      if (name.starts_with("sm_")) {
        module.target = static_cast<unsigned>(integer_of(name.substr(3, digits - 3), line()));
      } else if (name != "texmode_independent") {
        throw PtxError(line(), "target '" + name + "' is not understood");
      }
    } while (accept(","));
  }

  /// Everything from the space to the name of one declaration: .shared .align 8 .b8 name[2048]
  Declaration head() {
    Declaration d;
    d.line = line();
    d.space = word().substr(1);
    bool typed = false;
    while (peek().word && peek().text.starts_with(".")) {
      const std::string text = word();
      if (text == ".align") {
        d.align = integer();
      } else if (text == ".ptr" || text == ".global" || text == ".const" || text == ".shared" || text == ".local") {
        // What a pointer parameter points to: a hint.
      } else if (const auto type = type_of(text.substr(1))) {
        d.type = *type;
        typed = true;
      } else {
        throw PtxError(line(), "declaration with '" + text + "' is not understood");
      }
    }
    if (!typed) throw PtxError(d.line, "a declaration of ." + d.space + " without a type that is understood");
    return d;
  }

  void name_and_size(Declaration& d) {
    d.name = word();
    d.align = std::max<std::uint64_t>(d.align, bytes_of(d.type));
    if (accept("<")) {
      d.numbered = integer();
      expect(">");
    }
    while (accept("[")) {
      d.count *= is("]") ? 0 : integer();
      expect("]");
    }
  }

  void first_bytes(Declaration& d) {
    const bool list = accept("{");
    do {
      Operand value;
      value.negated = accept("-");
      value.text = word();
      const std::uint64_t bits = literal_bits(value, d.type, line());
      for (unsigned byte = 0; byte < bytes_of(d.type); ++byte)
        d.first_bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * byte)));
    } while (list && accept(","));
    if (list) expect("}");
    if (d.first_bytes.size() > d.bytes()) throw PtxError(d.line, "more values than " + d.name + " has room for");
  }

  std::vector<Declaration> declarations() {
    static constexpr std::string_view spaces[] = {".reg", ".local", ".shared", ".param", ".global", ".const"};
    if (std::find(std::begin(spaces), std::end(spaces), peek().text) == std::end(spaces))
      throw PtxError(line(), "'" + peek().text + "' is not understood");
    std::vector<Declaration> all;
    const Declaration common = head();
    do {
      all.push_back(common);
      name_and_size(all.back());
      if (accept("=")) first_bytes(all.back());
    } while (accept(","));
    expect(";");
    return all;
  }

  std::vector<Declaration> parameters() {
    std::vector<Declaration> all;
    if (!accept("(")) return all;
    while (!accept(")")) {
      all.push_back(head());
      name_and_size(all.back());
      if (!is(")")) expect(",");
    }
    return all;
  }

  FunctionText function() {
    FunctionText f;
    f.line = line();
    f.entry = next().text == ".entry";
    f.results = parameters();
    f.name = word();
    f.parameters = parameters();
    while (peek().word && peek().text.starts_with(".")) limits(f);
    if (accept(";")) return f;
    expect("{");
    f.has_body = true;
    for (int depth = 1; depth > 0;) {
      statement(f.body);
      if (f.body.back().kind == Statement::Kind::open) ++depth;
      if (f.body.back().kind == Statement::Kind::close) --depth;
    }
    f.body.pop_back();
    return f;
  }

  void limits(FunctionText& f) {
    const std::string text = word();
    std::uint64_t product = 1;
    if (text != ".noreturn") {
      do product *= integer();
      while (accept(","));
    }
    if (text == ".maxntid" || text == ".reqntid") {
      f.most_threads = product;
    } else if (text != ".minnctapersm" && text != ".maxnreg" && text != ".noreturn") {
      throw PtxError(line(), "'" + text + "' is not understood");
    }
  }

  void statement(std::vector<Statement>& body) {
    Statement s;
    s.line = line();
    if (accept("{") || accept("}")) {
      s.kind = tokens_[at_ - 1].text == "{" ? Statement::Kind::open : Statement::Kind::close;
    } else if (peek().word && peek(1).text == ":") {
      s.kind = Statement::Kind::label;
      s.name = word();
      expect(":");
      if (accept(".branchtargets")) {
        s.kind = Statement::Kind::branch_targets;
        operands(s);
      }
    } else if (accept(".pragma")) {
      while (!accept(";")) next();
      s.kind = Statement::Kind::label;  // without a name: nothing
    } else if (peek().text.starts_with(".")) {
      for (Declaration& d : declarations()) {
        s.kind = Statement::Kind::declaration;
        s.declaration = std::move(d);
        body.push_back(s);
      }
      return;
    } else {
      if (accept("@")) {
        s.guard_negated = accept("!");
        s.guard = word();
      }
      s.name = word();
      operands(s);
    }
    body.push_back(std::move(s));
  }

  void operands(Statement& s) {
    while (!accept(";")) {
      s.operands.push_back(operand());
      if (!is(";")) expect(",");
    }
  }

  Operand operand() {
    Operand o;
    if (is("{") || is("(")) {
      o.kind = is("{") ? Operand::Kind::list : Operand::Kind::arguments;
      const std::string close = next().text == "{" ? "}" : ")";
      while (!accept(close)) {
        o.parts.push_back(operand());
        if (!is(close)) expect(",");
      }
    } else if (accept("[")) {
      o.kind = Operand::Kind::address;
      o.text = word();
      while (!accept("]")) {
        if (!accept("+") && !is("-")) throw PtxError(line(), "an address of this form is not understood");
        const bool minus = accept("-");
        const auto value = static_cast<std::int64_t>(integer());
        o.offset += minus ? -value : value;
      }
    } else {
      o.negated = accept("!") || accept("-");
      o.text = word();
      if (accept("|")) o.second = word();
      if (std::isdigit(static_cast<unsigned char>(o.text.front())) != 0) o.kind = Operand::Kind::literal;
    }
    return o;
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

ModuleText parse(std::string_view ptx) { return Parser(ptx).module(); }

}  // namespace cuda_stand_in
