package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.LineScanner;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.JvmTexts.Pollers;
import java.util.List;
import java.util.regex.Pattern;

/**
 * {@code Thread.vthread_pollers}, JDK 24 and later: lines such as {@code [0] sun.nio.ch.EPollPoller@1a70913f [registered = 1,
 * owner = VirtualThread[#26,SubPoller-0]/runnable]}. There is a master poller where the others are virtual threads; one that has
 * not begun is no owner yet.
 */
final class PollersText {

    private static final String REGISTERED = "[registered = ";
    private static final String MASTER = "Master I/O poller";
    private static final String HEADING = " I/O pollers:";
    private static final String VIRTUAL = "owner = VirtualThread[";

    private PollersText() {}

    private static final Pattern POLLER = Pattern.compile("(?:\\[\\d+\\] )?[\\w.$]+Poller@.*, owner = .*");

    /** Whether a line, stripped, is a poller's. */
    static boolean isSign(String text) {
        return text.contains(REGISTERED) && POLLER.matcher(text).matches();
    }

    /** What all pollers have together; nothing where there is none. */
    static TextRead read(LineCursor lines) {
        boolean found = false;
        boolean virtual = false;
        boolean master = false;
        boolean begun = false;
        boolean incomplete = false;
        boolean read = false;
        boolean write = false;
        long registered = 0;
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (isSign(text)) {
                found = true;
                incomplete |= !begun;
                virtual |= master || text.contains(VIRTUAL);
                // What a master waits for is pollers.
                registered += master ? 0 : registered(text);
                master = false;
            } else if (text.startsWith(MASTER)) {
                master = true;
            }
            read |= text.startsWith("Read") && text.endsWith(HEADING);
            write |= text.startsWith("Write") && text.endsWith(HEADING);
            begun |= master || text.endsWith(HEADING);
        }
        if (!found) {
            return new TextRead(List.of(), List.of());
        }
        String missing = incomplete ? "first" : read == write ? "" : read ? "last" : "first";
        return TextRead.of(
                new Pollers(virtual, registered),
                missing.isEmpty()
                        ? List.of()
                        : List.of(TextRead.missing("Thread.vthread_pollers has no " + missing + " lines")));
    }

    private static long registered(String text) {
        LineScanner scan = new LineScanner();
        scan.over(text);
        scan.before(REGISTERED);
        scan.expect(REGISTERED);
        long value = scan.number();
        return scan.failed() ? 0 : value;
    }
}
