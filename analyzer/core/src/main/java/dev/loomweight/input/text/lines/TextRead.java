package dev.loomweight.input.text.lines;

import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reader found in a text.
 *
 * @param samples in the order of the text
 * @param notes what a user must know of it, one sentence each, starting in lower case
 */
public record TextRead(List<Sample> samples, List<String> notes) {

    private static final int QUOTED = 3;
    private static final int LONGEST_QUOTE = 80;

    public TextRead {
        samples = List.copyOf(samples);
        notes = List.copyOf(notes);
    }

    /** One sample and its notes. */
    public static TextRead of(Sample sample, List<String> notes) {
        return new TextRead(List.of(sample), notes);
    }

    /**
     * The note that something is missing in a text, which is said before all that was read of it.
     *
     * @param what the part, and what of it is missing, starting in lower case
     */
    public static String missing(String what) {
        return OfSource.INCOMPLETE + what;
    }

    /**
     * Adds a note on unknown lines: how many, and the first of them, each up to its first {@code =} or
     * {@code :}. What the text of a JVM was mixed with can be its environment or properties, whose values can be secrets.
     *
     * @param what names them before their number, such as {@code unknown lines in the class histogram}
     */
    public static void quote(List<String> notes, List<String> lines, String what) {
        if (lines.isEmpty()) {
            return;
        }
        List<String> quoted = new ArrayList<>();
        for (String line : lines.subList(0, Math.min(QUOTED, lines.size()))) {
            quoted.add("\"" + start(line.strip()) + "\"");
        }
        notes.add(what + ": " + lines.size() + " (" + String.join(", ", quoted) + (lines.size() > QUOTED ? ", ..." : "")
                + ")");
    }

    private static String start(String text) {
        int end = 0;
        while (end < Math.min(text.length(), LONGEST_QUOTE) && text.charAt(end) != '=' && text.charAt(end) != ':') {
            end++;
        }
        return end == text.length() ? text : text.substring(0, end) + "...";
    }
}
