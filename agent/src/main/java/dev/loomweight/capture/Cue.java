package dev.loomweight.capture;

import java.util.Optional;

/**
 * The words between a launcher and the sample that it runs: a sample prints its cues on standard output and reads the
 * launcher's on standard input, a line each. A sample whose input ends ends too, so that no target outlives a launcher
 * that was killed.
 *
 * @param word what is to be done or is done
 * @param rest the words after it; may be empty
 */
public record Cue(Word word, String rest) {

    private static final String MARK = "loomweight-cue: ";

    /** What is to be done or is done. */
    public enum Word {
        /** Sample: the JVM is up and nothing has been started. */
        READY,
        /** Launcher: start. */
        GO,
        /** Sample: a line for the person who waits: what it does, how far it is, how long yet. */
        DOING,
        /** Sample: one {@link SampleFigure} that it measured. */
        FIGURE,
        /** Sample: all that was to be started is in its final state; how many of how many, and why not all. */
        SETTLED,
        /** Launcher: exit. */
        END
    }

    /** The line that says it. */
    public String line() {
        return (MARK + word + " " + rest).strip();
    }

    /** The cue in a line of output, or nothing if it is an ordinary line. */
    public static Optional<Cue> parse(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        String said = line.substring(MARK.length()).strip();
        int blank = said.indexOf(' ');
        String first = blank < 0 ? said : said.substring(0, blank);
        for (Word word : Word.values()) {
            if (word.name().equals(first)) {
                return Optional.of(new Cue(word, blank < 0 ? "" : said.substring(blank + 1)));
            }
        }
        return Optional.empty();
    }
}
