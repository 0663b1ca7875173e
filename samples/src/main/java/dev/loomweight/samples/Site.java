package dev.loomweight.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Events of one kind from one place of an exhibit, as listed in its {@code .expected} file.
 *
 * @param jdks where it is so
 * @param event the JFR event that shows it; empty where nothing is recorded
 * @param causes why the carrier was kept, the innermost first; each of them alone would keep it. {@link Cause#NONE}
 *     where it was not
 * @param stack what else its stack shows
 * @param also a second event that the JVM writes for the same period, to be counted once, or null
 * @param fields what other fields of the event have
 * @param count how many events
 * @param atLeast whether there may be more events than that
 * @param millis how long each event lasts, in milliseconds; 0 where that is open
 */
public record Site(
        List<Jdk> jdks,
        String event,
        List<Cause> causes,
        Stack stack,
        @Nullable String also,
        Fields fields,
        int count,
        boolean atLeast,
        int millis) {

    public Site {
        jdks = List.copyOf(jdks);
        causes = List.copyOf(causes);
    }

    /** The JDKs that a verdict is about. They differ in JEP 491: from 24 on, monitors do not pin. */
    public enum Jdk {
        /** 21 to 23. */
        UNTIL_23("21"),
        /** 24 and later. */
        FROM_24("24+");

        private final String word;

        Jdk(String word) {
            this.word = word;
        }

        private static List<Jdk> parse(String text) {
            List<Jdk> jdks = new ArrayList<>();
            for (String word : text.split(" ", -1)) {
                jdks.add(List.of(values()).stream()
                        .filter(jdk -> jdk.word.equals(word))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("not a JDK: " + word)));
            }
            return jdks;
        }
    }

    /**
     * Why a carrier was kept.
     *
     * @param id what it is, such as {@code synchronizedBlock}
     * @param frame the frame to blame, class and method as recorded without a hidden class's suffix, or null where no
     *     frame is
     * @param lock the monitor as its source names it, or null where it is none
     */
    public record Cause(
            String id, @Nullable String frame, @Nullable String lock) {

        /** The id where nothing kept the carrier. */
        public static final String NONE = "none";

        /** The id where something did, and the recording does not hold what it was. */
        public static final String UNKNOWN = "unknown";

        private static final Pattern FORM = Pattern.compile("(\\w+)(?: at (\\S+)(?: lock (.+))?)?");

        private static Cause parse(String text) {
            Matcher matcher = FORM.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("not \"cause at frame lock expression\": " + text);
            }
            return new Cause(matcher.group(1), matcher.group(2), matcher.group(3));
        }
    }

    /**
     * What a stack shows besides the causes.
     *
     * @param caller the application's frame that called into the innermost cause where that is not the application's, or
     *     null
     * @param blocker the frame that blocked, or null if the event does not have it
     * @param depth the depth of recorded stacks that this is so at, in frames; 0 where that does not matter
     * @param compiled whether the causes ran as compiled code
     */
    public record Stack(@Nullable String caller, @Nullable String blocker, int depth, boolean compiled) {}

    /**
     * What fields of an event have.
     *
     * @param operation the event's {@code blockingOperation}, or null
     * @param reason the event's {@code pinnedReason}, or null
     * @param thread a regular expression for the name of the event's thread, or null where any will do
     * @param victim the name of the virtual thread that was refused, or null
     */
    public record Fields(
            @Nullable String operation,
            @Nullable String reason,
            @Nullable String thread,
            @Nullable String victim) {}

    static Site of(Stanza stanza) {
        String count = stanza.get("Count", "0");
        return new Site(
                Jdk.parse(stanza.get("Jdk", "")),
                stanza.get("Event", ""),
                stanza.all("Cause").stream().map(Cause::parse).toList(),
                new Stack(
                        stanza.get("Caller"),
                        stanza.get("Blocker"),
                        Integer.parseInt(stanza.get("StackDepth", "0")),
                        stanza.get("Compiled", "no").equals("yes")),
                stanza.get("Also"),
                new Fields(stanza.get("Operation"), stanza.get("Reason"), stanza.get("Thread"), stanza.get("Victim")),
                Integer.parseInt(count.replace("+", "")),
                count.endsWith("+"),
                Integer.parseInt(stanza.get("Millis", "0")));
    }
}
