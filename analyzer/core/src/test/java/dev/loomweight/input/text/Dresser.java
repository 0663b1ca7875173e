package dev.loomweight.input.text;

import static java.util.stream.Collectors.joining;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What happens to a text on its way through terminals, logs, mails, chats and spreadsheets. */
enum Dresser {
    LEVEL(Of.ANY, (lines, random) -> each(lines, line -> "[INFO] " + line)),
    TIME(Of.ANY, (lines, random) -> numbered(lines, (i, line) -> time(i) + " " + line)),
    LOGGER(
            Of.ANY,
            (lines, random) -> numbered(
                    lines,
                    (i, line) -> "12:0" + i / 60 % 10 + ":" + i % 60 + "." + i % 1000
                            + (i % 7 == 0 ? " WARN  " : " INFO  ") + "[main] c.acme.Dump - " + line)),
    JOURNAL(
            Of.ANY,
            (lines, random) -> numbered(lines, (i, line) -> "Nov 27 07:00:" + i % 60 + " shop java[4711]: " + line)),
    CONTAINER(Of.ANY, (lines, random) -> each(lines, line -> "web-1  | " + line)),
    CRI(Of.ANY, (lines, random) -> numbered(lines, (i, line) -> time(i) + " stdout F " + line)),
    QUOTED(Of.ANY, (lines, random) -> each(lines, line -> ("> " + line).stripTrailing())),
    QUOTED_TWICE(Of.ANY, (lines, random) -> each(lines, line -> (">> " + line).stripTrailing())),
    COMMENT(Of.ANY, (lines, random) -> each(lines, line -> ("// " + line).stripTrailing())),
    JAVADOC(Of.ANY, (lines, random) -> each(lines, line -> (" * " + line).stripTrailing())),
    BAR(Of.ANY, (lines, random) -> each(lines, line -> "| " + line)),
    MARKDOWN_INDENT(Of.ANY, (lines, random) -> each(lines, line -> "    " + line)),
    TAB_INDENT(Of.ANY, (lines, random) -> each(lines, line -> "\t" + line)),
    WIDE_INDENT(Of.ANY, (lines, random) -> each(lines, line -> "\u00a0\u00a0" + line)),
    WIDE_SPACES(Of.ANY, (lines, random) -> each(lines, line -> line.replace(' ', '\u00a0'))),
    FENCES(Of.ANY, (lines, random) -> around("Hello,\n\n```text", lines, "```\nWhat is it?")),
    HTML(
            Of.ANY,
            (lines, random) ->
                    around("<html><body><p>Hello</p><pre>", each(lines, Dresser::escaped), "</pre></body></html>")),
    HTML_BREAKS(Of.ANY, (lines, random) -> each(lines, line -> escaped(line).replace("  ", "&nbsp;&nbsp;") + "<br>")),
    COLOURS(Of.ANY, (lines, random) -> each(lines, line -> "\u001b[32m" + line + "\u001b[0m")),
    JSON_LINES(Of.ANY, (lines, random) -> each(lines, line -> logged("log", line + "\n"))),
    JSON_STRING(Of.ANY, (lines, random) -> List.of(logged("message", String.join("\n", lines) + "\n"))),
    JSON_LITERAL(Of.ANY, (lines, random) -> List.of(new JsonPrimitive(String.join("\n", lines)).toString())),
    TYPOGRAPHIC(Of.PRINT, (lines, random) -> each(lines, Dresser::typographic)),
    REMARKS(
            Of.LINES,
            (lines, random) -> some(
                    lines, random, line -> line.length() < 12 || line.endsWith(" ") ? line : line + remark(random))),
    BOLD(Of.LINES, (lines, random) -> some(lines, random, Dresser::bold)),
    LOST_DASHES(Of.LINES, (lines, random) -> each(lines, line -> line.replaceFirst("^(\\s*)- ", "$1"))),
    BULLETS(Of.LINES, (lines, random) -> each(lines, line -> line.replaceFirst("^(\\s*)- +", "$1\u2022 "))),
    COMMAS(Of.FIGURES, (lines, random) -> each(lines, line -> separated(line, ","))),
    GROUPS(Of.FIGURES, (lines, random) -> each(lines, line -> separated(line, " "))),
    NARROW_GROUPS(Of.FIGURES, (lines, random) -> each(lines, line -> separated(line, "\u202f"))),
    APOSTROPHES(Of.FIGURES, (lines, random) -> each(lines, line -> separated(line, "'"))),
    WRAPPED_80(Of.LINES, (lines, random) -> wrapped(lines, 80)),
    WRAPPED(Of.LINES, (lines, random) -> wrapped(lines, 60 + random.nextInt(80))),
    FOLDED(Of.LINES, (lines, random) -> folded(lines, 72 + random.nextInt(40))),
    BLANKS_AT_ENDS(Of.ANY, (lines, random) -> each(lines, line -> line + "   ")),
    STRIPPED_ENDS(Of.ANY, (lines, random) -> each(lines, String::stripTrailing));

    /** Which texts it can happen to. */
    enum Of {
        ANY,
        /** All but JSON. */
        LINES,
        /** Those that have figures of memory. */
        FIGURES,
        /** Those with quotes. */
        PRINT
    }

    private static final Pattern LONG_NUMBER = Pattern.compile("(?<![\\w.:/@-])\\d{4,}(?=[KMG]B?\\b|[\\s,)\"]|$)");
    /** The numbers of figures: after their sign, or before their unit. */
    private static final Pattern FIGURE = Pattern.compile(
            "(?:(?<=[=#+])(?<![pt]id=)\\d{4,}(?!\\w*[.:x])|(?<=[ :(])\\d{4,}(?= ?[kK]B?\\b)|(?<=\\w\\t ?| )\\d{4,}(?= kB)|(?<=size=\"|count=\")\\d{4,})");

    private final Of of;

    @SuppressWarnings("ImmutableEnumChecker") // Lambdas that keep nothing.
    private final BiFunction<List<String>, Random, List<String>> dress;

    Dresser(Of of, BiFunction<List<String>, Random, List<String>> dress) {
        this.of = of;
        this.dress = dress;
    }

    /** Whether a text of a kind can have it. */
    boolean suits(boolean json, boolean figures, boolean print) {
        return switch (of) {
            case ANY -> true;
            case LINES -> !json;
            case FIGURES -> figures;
            case PRINT -> print;
        };
    }

    /** Whether lines do not have the length that they had. */
    boolean wraps() {
        return this == WRAPPED || this == WRAPPED_80 || this == FOLDED;
    }

    /** Whether the text is JSON then. */
    boolean makesJson() {
        return this == JSON_LITERAL || this == JSON_STRING || this == JSON_LINES;
    }

    /** Whether the two exclude each other: they have the same effect, or the second cannot be applied after the first. */
    boolean isLike(Dresser other) {
        return this == other
                || ((wraps() || this == REMARKS) && other.name().startsWith("HTML"))
                || (wraps() && (other.wraps() || other.isUnseen()))
                || (isUnseen() && other.wraps())
                || (name().startsWith("HTML") && other.name().startsWith("HTML"));
    }

    /** Whether it adds what a terminal does not count, and does not break. */
    private boolean isUnseen() {
        return this == BLANKS_AT_ENDS || this == COLOURS;
    }

    List<String> on(List<String> lines, Random random) {
        return dress.apply(lines, random);
    }

    private interface OfLine {
        String of(String line);
    }

    private interface Numbered {
        String of(int number, String line);
    }

    private static List<String> each(List<String> lines, OfLine of) {
        return lines.stream().map(of::of).toList();
    }

    private static List<String> numbered(List<String> lines, Numbered of) {
        List<String> dressed = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            dressed.add(of.of(i, lines.get(i)));
        }
        return dressed;
    }

    private static List<String> some(List<String> lines, Random random, OfLine of) {
        int every = 2 + random.nextInt(12);
        return lines.stream()
                .map(line -> random.nextInt(every) == 0 ? of.of(line) : line)
                .toList();
    }

    private static List<String> around(String before, List<String> lines, String after) {
        return Stream.of(before.lines(), lines.stream(), after.lines())
                .flatMap(each -> each)
                .toList();
    }

    /** As kubectl writes it: without the zeros at the end of its fraction. */
    private static String time(int line) {
        return java.time.Instant.parse("2026-11-27T07:00:25.120Z")
                .plusNanos(line * 1_713_000L)
                .toString()
                .replaceAll("0+Z$", "Z");
    }

    private static String logged(String member, String text) {
        JsonObject object = new JsonObject();
        object.addProperty("stream", "stdout");
        object.addProperty(member, text);
        return object.toString();
    }

    private static String escaped(String line) {
        return line.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String typographic(String line) {
        int end = line.lastIndexOf('"');
        return line.startsWith("\"") && end > 0
                ? "\u201c" + line.substring(1, end) + "\u201d" + line.substring(end + 1)
                : line;
    }

    private static String remark(Random random) {
        return List.of("   <--- heap", " # why", "  // the pool", "  <-- !!!", " <==== 12 MB more", " \u2190 here")
                .get(random.nextInt(6));
    }

    private static String bold(String line) {
        String text = line.strip();
        return text.length() < 3 ? line : line.replace(text, "**" + text + "**");
    }

    private static String separated(String line, String sign) {
        Matcher number =
                (line.strip().matches("\\d+: .*|Total .*|/.*/memory\\..*") ? LONG_NUMBER : FIGURE).matcher(line);
        return number.replaceAll(found -> Matcher.quoteReplacement(
                found.group().replaceAll("(?<=\\d)(?=(\\d{3})+$)", Matcher.quoteReplacement(sign))));
    }

    private static List<String> wrapped(List<String> lines, int column) {
        List<String> wrapped = new ArrayList<>();
        for (String line : lines) {
            int at = 0;
            do {
                wrapped.add(line.substring(at, Math.min(line.length(), at + column)));
                at += column;
            } while (at < line.length());
        }
        return wrapped;
    }

    private static List<String> folded(List<String> lines, int column) {
        List<String> folded = new ArrayList<>();
        for (String line : lines) {
            String left = line;
            int blank = left.lastIndexOf(' ', column);
            while (left.length() > column
                    && !left.substring(0, Math.max(0, blank)).isBlank()) {
                folded.add(left.substring(0, blank));
                left = left.substring(blank + 1);
                blank = left.lastIndexOf(' ', column);
            }
            folded.add(left);
        }
        return folded;
    }

    /** The bytes of a file with such lines, of any encoding and system. */
    static byte[] bytes(List<String> lines, Random random) {
        Charset charset = switch (random.nextInt(12)) {
            case 0 -> StandardCharsets.UTF_16;
            case 1 -> StandardCharsets.UTF_16LE;
            default -> StandardCharsets.UTF_8;
        };
        String end = random.nextInt(8) == 0 ? "\r\n" : "\n";
        return lines.stream().collect(joining(end, "", end)).getBytes(charset);
    }
}
