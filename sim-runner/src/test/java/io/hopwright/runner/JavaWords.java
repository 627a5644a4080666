package io.hopwright.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Words of a Java source: its comments and its string literals.
 *
 * @param classComments comments before types and packages, without markup
 * @param otherComments documentation comments before members, without markup
 * @param lineComments line comments; comments in consecutive lines are one
 * @param texts string literals; a literal that {@code +} continues is one text
 */
record JavaWords(
    List<String> classComments,
    List<String> otherComments,
    List<String> lineComments,
    List<String> texts) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?s)/\\*\\*(?<doc>.*?)\\*/|/\\*.*?\\*/|//(?<line>[^\\n]*)|'(?:\\\\.|[^'\\\\])+'"
              + "|\"\"\"\\s*\\n(?<block>.*?)\"\"\"|\"(?<text>(?:\\\\.|[^\"\\\\\\n])*)\"");
  private static final Pattern TYPE =
      Pattern.compile(
          "(?s)\\s*(?:@\\w+(?:\\([^)]*\\))?\\s+)*(?:(?:public|protected|private|static|final"
              + "|abstract|sealed|non-sealed|strictfp)\\s+)*(?:class|interface|enum|record"
              + "|@interface|package)\\s.*");
  private static final Pattern JOINED = Pattern.compile("\\s*\\+\\s*");
  private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+\\s*([^{}]*)}");

  static JavaWords of(String source) {
    final JavaWords words =
        new JavaWords(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    final Matcher token = TOKEN.matcher(source);
    int endOfText = -1;
    int endOfLine = -1;
    while (token.find()) {
      if (token.group("doc") != null) {
        final boolean ofType = TYPE.matcher(source.substring(token.end())).matches();
        (ofType ? words.classComments : words.otherComments).add(plain(token.group("doc")));
      }
      if (token.group("line") != null) {
        final boolean joined =
            endOfLine >= 0 && source.substring(endOfLine, token.start()).matches("\\n[ \\t]*");
        final String before =
            joined ? words.lineComments.remove(words.lineComments.size() - 1) + "\n" : "";
        words.lineComments.add(before + token.group("line").strip());
        endOfLine = token.end();
      }
      final String text = token.group("text") == null ? token.group("block") : token.group("text");
      if (text != null) {
        final boolean joined =
            endOfText >= 0 && JOINED.matcher(source.substring(endOfText, token.start())).matches();
        final String before = joined ? words.texts.remove(words.texts.size() - 1) : "";
        words.texts.add(before + text.replace("\\n", "\n").replace("\\\"", "\""));
        endOfText = token.end();
      }
    }
    return words;
  }

  /** Returns all comments. */
  List<String> comments() {
    return Stream.of(classComments, otherComments, lineComments).flatMap(List::stream).toList();
  }

  /** Returns a comment without asterisks, tags and code; the text of a tag is a paragraph. */
  private static String plain(String comment) {
    return INLINE_TAG
        .matcher(comment.replaceAll("(?m)^\\s*\\*", "").replaceAll("<pre>[\\s\\S]*?</pre>", ""))
        .replaceAll("`$1`")
        .replaceAll("(?m)^\\s*@(?:param|return|throws|see)\\s*\\S*", "\n\n")
        .replaceAll("<p>|<li>|</?[uo]l>", "\n\n")
        .replaceAll("</?\\w+[^>]*>", "")
        .strip();
  }
}
