package io.hopwright.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words of a Java source: its documentation comments and its string literals.
 *
 * @param classComments comments before types and packages, without markup
 * @param otherComments documentation comments before members, without markup
 * @param texts string literals; a literal that {@code +} continues is one text
 */
record JavaWords(List<String> classComments, List<String> otherComments, List<String> texts) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?s)/\\*\\*(?<doc>.*?)\\*/|/\\*.*?\\*/|//[^\\n]*|'(?:\\\\.|[^'\\\\])+'"
              + "|\"\"\"\\s*\\n(?<block>.*?)\"\"\"|\"(?<text>(?:\\\\.|[^\"\\\\\\n])*)\"");
  private static final Pattern TYPE =
      Pattern.compile(
          "(?s)\\s*(?:@\\w+(?:\\([^)]*\\))?\\s+)*(?:(?:public|protected|private|static|final"
              + "|abstract|sealed|non-sealed|strictfp)\\s+)*(?:class|interface|enum|record"
              + "|@interface|package)\\s.*");
  private static final Pattern JOINED = Pattern.compile("\\s*\\+\\s*");
  private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+\\s*([^{}]*)}");

  static JavaWords of(String source) {
    final JavaWords words = new JavaWords(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    final Matcher token = TOKEN.matcher(source);
    int endOfText = -1;
    while (token.find()) {
      if (token.group("doc") != null) {
        final boolean ofType = TYPE.matcher(source.substring(token.end())).matches();
        (ofType ? words.classComments : words.otherComments).add(plain(token.group("doc")));
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
