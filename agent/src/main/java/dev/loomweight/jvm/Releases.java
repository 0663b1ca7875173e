package dev.loomweight.jvm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * In which JDKs something pins. Three rules have been in force: until 23, monitors pin; from 24 on they do not (JEP 491);
 * from 26 on, waiting for another thread's class initialization does not either, where bytecode needs the class
 * (JDK-8369238).
 *
 * @param until23 on JDK 21 to 23
 * @param until25 on JDK 24 and 25
 * @param from26 on JDK 26 and later
 */
public record Releases(Answer until23, Answer until25, Answer from26) {

    /** Whether it pins. */
    public enum Answer {
        /** It does not. */
        NO("no"),
        /** It does. */
        YES("yes"),
        /** It cannot be decided. */
        UNKNOWN("unknown");

        private final String word;

        Answer(String word) {
            this.word = word;
        }

        /** The answer for people. */
        public String word() {
            return word;
        }

        private Answer or(Answer other) {
            if (this == YES || other == YES) {
                return YES;
            }
            return this == UNKNOWN || other == UNKNOWN ? UNKNOWN : NO;
        }
    }

    /** Nowhere. */
    public static final Releases NONE = new Releases(Answer.NO, Answer.NO, Answer.NO);
    /** Where monitors pin. */
    public static final Releases UNTIL_23 = new Releases(Answer.YES, Answer.NO, Answer.NO);
    /** Where monitors pin; whether it pins later is not known. */
    public static final Releases AT_LEAST_UNTIL_23 = new Releases(Answer.YES, Answer.UNKNOWN, Answer.UNKNOWN);
    /** Where waiting for another thread's class initialization pins even if bytecode needs the class. */
    public static final Releases UNTIL_25 = new Releases(Answer.YES, Answer.YES, Answer.NO);
    /** Until 25; whether JDK 26 changed it is not known. */
    public static final Releases AT_LEAST_UNTIL_25 = new Releases(Answer.YES, Answer.YES, Answer.UNKNOWN);
    /** Wherever there are virtual threads. */
    public static final Releases ALL = new Releases(Answer.YES, Answer.YES, Answer.YES);
    /** It is not known of any. */
    public static final Releases UNKNOWN = new Releases(Answer.UNKNOWN, Answer.UNKNOWN, Answer.UNKNOWN);

    private static final List<Integer> FIRST = List.of(21, 24, 26);
    private static final List<Integer> LAST = List.of(23, 25);

    /** Where one of both pins. */
    public Releases or(Releases other) {
        return new Releases(until23.or(other.until23), until25.or(other.until25), from26.or(other.from26));
    }

    /** Whether it pins on JDK 24 and 25, and as far as is known later. */
    public Answer on24() {
        return until25;
    }

    /** For people: {@code 21-23}, {@code 21-25}, {@code 21+}; what is not known is said to be. */
    public String words() {
        String yes = ranges(Answer.YES);
        String unknown = ranges(Answer.UNKNOWN);
        if (unknown.isEmpty()) {
            return yes.isEmpty() ? "none" : yes;
        }
        return yes.isEmpty() && equals(UNKNOWN)
                ? "unknown"
                : (yes.isEmpty() ? "" : yes + ", ") + "unknown on " + unknown;
    }

    // By all components. A record's own are made of method handles, which takes longer than all pins of a small
    // recording.
    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof Releases other
                && until23 == other.until23
                && until25 == other.until25
                && from26 == other.from26;
    }

    @Override
    public int hashCode() {
        return (until23.hashCode() * 31 + until25.hashCode()) * 31 + from26.hashCode();
    }

    private String ranges(Answer which) {
        List<Answer> answers = List.of(until23, until25, from26);
        List<String> ranges = new ArrayList<>();
        int from = 0;
        while (from < answers.size()) {
            int to = from;
            while (to < answers.size() && answers.get(to) == which) {
                to++;
            }
            if (to > from) {
                ranges.add(FIRST.get(from) + (to == answers.size() ? "+" : "-" + LAST.get(to - 1)));
            }
            from = Math.max(to, from + 1);
        }
        return String.join(", ", ranges);
    }
}
