package dev.loomweight.repl;

import dev.loomweight.fuzz.Law;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jline.reader.EOFError;
import org.jline.reader.Parser.ParseContext;

/** Any text as lines of the prompt, or as a script. */
public final class LinesFuzz {

    private LinesFuzz() {}

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Law.holds(input.length, () -> {
            for (String line : LineJoiner.of(text)) {
                if (line.isBlank()) {
                    throw new AssertionError("a line of nothing");
                }
                new Arguments(line, null).list();
            }
            for (ParseContext context : List.of(ParseContext.ACCEPT_LINE, ParseContext.COMPLETE)) {
                try {
                    new LineParser().parse(text, text.length(), context);
                } catch (EOFError e) {
                    // The line goes on.
                }
            }
        });
    }

    /** A script. */
    public static List<byte[]> seeds() {
        return List.of(
                        "# comment\npins | where site = 'x\ny' |\n top 3\nset format json\necho it's \\\nthis\nsite 1 \"a b\" 'c'",
                        "open 'a b.jfr' c\nhelp pins\n\nevents jdk.X | by (a, b")
                .stream()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
